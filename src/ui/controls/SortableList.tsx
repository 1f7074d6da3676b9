import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useRef } from 'react';
import { toVisibleText } from '#lib/invisible.ts';
import { announce } from '#lib/tasks/announce.ts';

type Props = {
  ids: readonly string[];
  getLabel: (id: string) => string;
  onMove: (id: string, to: number) => void;
  /** Items of a grid move in both directions. */
  isGrid?: boolean;
  children: ReactNode;
};

/** Keys for dragging. Only Space starts a drag, because Enter must activate buttons inside the handle. */
const KEYBOARD_CODES = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] };

const INSTRUCTIONS = { draggable: 'Press Space to pick up, the arrow keys to move, Space to drop, Escape to cancel.' };

/** List whose items can be reordered by a handle, with the pointer or the keyboard. Announces each new position. */
export function SortableList({ ids, getLabel, onMove, isGrid = false, children }: Props) {
  const sensors = useSensors(
    // a press without movement is not a drag
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { keyboardCodes: KEYBOARD_CODES, coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: unknown) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const said = (id: unknown) => toVisibleText(getLabel(String(id)));
  const lifted = useRef(false);
  const spoken: Announcements = {
    // announced with the first `dragOver`, from which the item can be moved
    onDragStart: () => {
      lifted.current = false;
      return undefined;
    },
    onDragOver: ({ active: { id }, over }) => {
      if (!over) return undefined;
      const words = lifted.current ? `${said(id)} over ${place(over.id)}` : `${said(id)} picked up, ${place(id)}`;
      lifted.current = true;
      return words;
    },
    onDragEnd: ({ active: { id }, over }) => `${said(id)} dropped, ${place(over?.id ?? id)}`,
    onDragCancel: ({ active: { id } }) => `${said(id)} returned to ${place(id)}`,
  };
  const announcements = redirectAnnouncements(spoken);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS }}
      onDragEnd={({ active, over }) => {
        const to = over ? ids.indexOf(String(over.id)) : -1;
        if (over && over.id !== active.id && to >= 0) onMove(String(active.id), to);
      }}
    >
      <SortableContext items={[...ids]} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** Sends drag announcements to the live region of the page instead of that of dnd-kit. */
function redirectAnnouncements({ onDragStart, onDragOver, onDragEnd, onDragCancel }: Announcements): Announcements {
  const say = (message: string | undefined) => {
    if (message !== undefined) announce(message, 'drag');
    return undefined;
  };
  return {
    onDragStart: (event) => say(onDragStart(event)),
    onDragOver: (event) => say(onDragOver(event)),
    onDragEnd: (event) => say(onDragEnd(event)),
    onDragCancel: (event) => say(onDragCancel(event)),
  };
}

export function useSortableItem(id: string, { isGrid = false, disabled = false } = {}) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, transition, isDragging } = useSortable({
    id,
    disabled,
    attributes: { roleDescription: 'handle' },
  });
  const moved = transform
    ? `translate3d(${isGrid ? Math.round(transform.x) : 0}px, ${Math.round(transform.y)}px, 0)`
    : undefined;
  return {
    item: { ref: setNodeRef, style: { transform: moved, transition } },
    handle: {
      ref: setActivatorNodeRef,
      ...listeners,
      // Escape cancels the drag, but does not close overlays
      'data-mantine-stop-propagation': isDragging || undefined,
      'aria-describedby': attributes['aria-describedby'],
      'aria-roledescription': attributes['aria-roledescription'],
    },
    held: isDragging,
  };
}
