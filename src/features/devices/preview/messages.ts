export const devicesPreviewMessages = {};
