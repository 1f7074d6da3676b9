export const devicesPreviewMessages = {
  closePreview: 'Close the preview',
  deviceHidden: 'Not in the rows shown',
  deviceHiddenAnnouncement: 'The previewed device is not in the rows shown',
  open: 'Open',
  preview: 'Preview',
  previewedRecord: 'Device record',
};
