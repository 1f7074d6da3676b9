import { createBooleanSetting } from '#lib/setting.ts';

/** Whether tables of groups over time also list times without documents. */
export const emptyTimesSetting = createBooleanSetting('emptyTimes', false);
