/** Entry of the lazy chunk for dialogs, notices and panels of the device list. */

export { ChangeLogDialog } from '#features/devices/changes/ChangeLogDialog.tsx';
export { ChangeNotice } from '#features/devices/changes/ChangeNotice.tsx';
export { DoubtNotice } from '#features/devices/changes/DoubtNotice.tsx';
export { ExportForm } from '#features/devices/export/ExportForm.tsx';
export { FilterChips, FilterPanel } from '#features/devices/filter/FilterPanel.tsx';
export { DeviceSheet } from '#features/devices/list/DeviceSheet.tsx';
export { FleetNotices } from '#features/devices/list/FleetNotices.tsx';
export { GridMenu } from '#features/devices/list/GridMenu.tsx';
export { NoDevices } from '#features/devices/list/NoDevices.tsx';
export { copySelectionLink, createShareLink } from '#features/devices/list/shareLink.ts';
export { DevicePreview } from '#features/devices/preview/DevicePreview.tsx';
export { SelectionTools } from '#features/devices/selection/SelectionTools.tsx';
export { ViewList } from '#features/devices/views/ViewList.tsx';
export { FailedWays } from '#ui/states/FailedWays.tsx';
