export const devicesPreviewMessages = {
  closePreview: 'Close the preview',
  notInRowsShown: 'Not in the rows shown',
  open: 'Open',
  preview: 'Preview',
  previewedDeviceIsNotInRows: 'The previewed device is not in the rows shown',
  previewedRecord: 'Previewed record',
};
