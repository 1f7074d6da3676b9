import { Link, useLocation } from 'react-router-dom';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { DEVICES_PATH } from '#urls/routePaths.ts';
import { shellMessages } from './messages.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <title>{shellMessages.notFoundPageTitle}</title>
      <PageHeader title={shellMessages.notFound} />
      <EmptyState title={shellMessages.pageNotFound}>
        <p>
          <code>{pathname}</code> is not part of Fleetlens. <Link to={DEVICES_PATH}>{shellMessages.goToDevices}</Link>
        </p>
      </EmptyState>
    </>
  );
}
