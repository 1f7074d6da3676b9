import { Link, useLocation } from 'react-router-dom';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { DEVICES_PATH } from '#urls/routePaths.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <title>Not found · Fleetlens</title>
      <PageHeader title="Not found" />
      <EmptyState title="There is no page at this address">
        <p>
          <code translate="no">{pathname}</code> is not part of Fleetlens. <Link to={DEVICES_PATH}>Go to Devices</Link>
        </p>
      </EmptyState>
    </>
  );
}
