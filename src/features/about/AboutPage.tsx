import { useQuery } from '@tanstack/react-query';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { addBasePath } from '#lib/basePath.ts';
import { useConnection } from '#session/useSession.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import classes from './AboutPage.module.css';

declare const __FLEETLENS_VERSION__: string;

export function AboutPage() {
  const { baseUrl } = useConnection();
  const { data: host } = useQuery(hostConfigQueryOptions);
  return (
    <>
      <title>About · Fleetlens</title>
      <PageHeader title="About Fleetlens" />
      <PageBody>
        <Pane title="This console">
          <dl className={classes['facts']}>
            <dt>Version</dt>
            <dd translate="no">{__FLEETLENS_VERSION__}</dd>
            <dt>Service</dt>
            <dd className={classes['code']} translate="no">
              {new URL(baseUrl, location.origin).href}
            </dd>
          </dl>
          <p>
            <a href={addBasePath('/licenses.txt')} target="_blank" rel="noreferrer">
              Third-party licenses
            </a>
          </p>
        </Pane>
        <Pane title="API">
          <p>Read-only operations. Each is a POST request with a JSON body to a path below the base URL.</p>
          <dl className={classes['facts']}>
            {Object.values(OPERATIONS).map(({ path, success }) => (
              <div key={path} className={classes['operation']}>
                <dt className={classes['code']}>{path}</dt>
                <dd>{`returns ${success}`}</dd>
              </div>
            ))}
          </dl>
          {host?.interface && (
            <p>
              <a href={host.interface} target="_blank" rel="noreferrer">
                API description (OpenAPI)
              </a>
            </p>
          )}
        </Pane>
      </PageBody>
    </>
  );
}
