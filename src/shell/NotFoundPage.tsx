import { Link, useLocation } from 'react-router-dom';
import { DEVICES } from '#paths.ts';
import { Notice } from '#ui/Notice.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <title>Not found · Fleetlens</title>
      <h1>Not found</h1>
      <Notice tone="attention" title="There is no page at this address">
        <code>{pathname}</code> is not part of Fleetlens. <Link to={DEVICES}>Go to the devices</Link>
      </Notice>
    </>
  );
}
