import { useTaskTrayItems } from '#session/taskTray.ts';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import type { TaskTrayLayout } from './TaskTray.tsx';

const WorkTray = lazyComponent(async () => (await import('./TaskTray.tsx')).TaskTray);

export function LazyTaskTray({ layout }: { layout: TaskTrayLayout }) {
  return useTaskTrayItems().length > 0 && <WorkTray layout={layout} />;
}
