import { useTray } from '#session/workTray.ts';
import { loaded } from '#ui/states/loaded.tsx';
import type { TrayRoom } from './WorkTray.tsx';

const WorkTray = loaded(async () => (await import('./WorkTray.tsx')).WorkTray);

export function TrayPlace({ room }: { room: TrayRoom }) {
  return useTray().length > 0 && <WorkTray room={room} />;
}
