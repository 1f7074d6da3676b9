import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './NoticePlace.module.css';

const Place = createContext<HTMLElement | null>(null);

/** A page, and below it the place for lines of notice: they take room from its end, so that nothing in it moves. */
export function NoticePlace({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      {children}
      <div ref={setPlace} className={classes['place']} />
    </Place>
  );
}

/** Draws at the place for notices, or where it stands itself if there is none. */
export function AtNoticePlace({ children }: { children: ReactNode }) {
  const place = useContext(Place);
  return place ? createPortal(children, place) : children;
}
