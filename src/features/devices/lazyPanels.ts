/** Lazy chunk with the dialogs, notices and panels of the device list. */

export { ChangeLogDialog } from '#features/devices/changes/ChangeLogDialog.tsx';
export { PendingChangesNotice } from '#features/devices/changes/PendingChangesNotice.tsx';
export { SuspiciousUpdateNotice } from '#features/devices/changes/SuspiciousUpdateNotice.tsx';
export { DeviceExportForm } from '#features/devices/export/DeviceExportForm.tsx';
export { FilterChips, FilterPanel } from '#features/devices/filter/FilterPanel.tsx';
export { copySelectionLink, createDevicesShareLink } from '#features/devices/list/createDevicesShareLink.ts';
export { DeviceGridMenu } from '#features/devices/list/DeviceGridMenu.tsx';
export { FleetNotices } from '#features/devices/list/FleetNotices.tsx';
export { MobileToolsSheet } from '#features/devices/list/MobileToolsSheet.tsx';
export { NoDevices } from '#features/devices/list/NoDevices.tsx';
export { DevicePreview } from '#features/devices/preview/DevicePreview.tsx';
export { openDocuments } from '#features/devices/selection/openDocuments.ts';
export { SelectionToolbar } from '#features/devices/selection/SelectionToolbar.tsx';
export { SavedViewList } from '#features/devices/views/SavedViewList.tsx';
export { LastSeenStatus } from '#lastSeen/LastSeenStatus.tsx';
export { RequestErrorActions } from '#ui/states/RequestErrorActions.tsx';
