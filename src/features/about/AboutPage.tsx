import { useQuery } from '@tanstack/react-query';
import { hostConfigQueryOptions } from '#api/hostConfig.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { addBasePath } from '#lib/basePath.ts';
import { useConnection } from '#session/useSession.ts';
import { PageBody } from '#ui/page/PageBody.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import classes from './AboutPage.module.css';
import { aboutMessages } from './messages.ts';

declare const __FLEETLENS_VERSION__: string;

export function AboutPage() {
  const { baseUrl } = useConnection();
  const { data: host } = useQuery(hostConfigQueryOptions);
  return (
    <>
      <title>{aboutMessages.pageTitle}</title>
      <PageHeader title={aboutMessages.heading} />
      <PageBody>
        <Pane title={aboutMessages.thisConsole}>
          <dl className={classes['facts']}>
            <dt>{aboutMessages.version}</dt>
            <dd translate="no">{__FLEETLENS_VERSION__}</dd>
            <dt>{aboutMessages.service}</dt>
            <dd className={classes['code']} translate="no">
              {new URL(baseUrl, location.origin).href}
            </dd>
          </dl>
          <p>
            <a href={addBasePath('/licenses.txt')} target="_blank" rel="noreferrer">
              {aboutMessages.thirdPartyLicenses}
            </a>
          </p>
        </Pane>
        <Pane title={aboutMessages.api}>
          <p>{aboutMessages.readOnlyOperations}</p>
          <dl className={classes['facts']}>
            {Object.values(OPERATIONS).map(({ path, success }) => (
              <div key={path} className={classes['operation']}>
                <dt className={classes['code']}>{path}</dt>
                <dd>{aboutMessages.responseBody(success)}</dd>
              </div>
            ))}
          </dl>
          {host?.interface && (
            <p>
              <a href={host.interface} target="_blank" rel="noreferrer">
                {aboutMessages.apiDescription}
              </a>
            </p>
          )}
        </Pane>
      </PageBody>
    </>
  );
}
