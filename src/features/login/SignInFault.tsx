import type { ReactNode } from 'react';
import type { ApiError } from '#api/apiError.ts';
import { hostOf } from '#api/connection.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { Button } from '#ui/controls/Button.tsx';
import { AttentionIcon } from '#ui/notices/AttentionIcon.tsx';
import classes from './SignInFault.module.css';

type Props = {
  /** ID for the aria-describedby of the input. */
  id: string;
  error: ApiError;
  baseUrl: string;
  onAddress: (baseUrl: string) => void;
};

export function SignInFault({ id, error, baseUrl, onAddress }: Props) {
  const { kind, code, message, hint } = error;
  const words = code === undefined ? undefined : message;
  if (code === 'APIKEY-INVALID' || code === 'AUTH-UNAUTHORIZED') {
    const key = code === 'APIKEY-INVALID';
    return (
      <Fault id={id} title={`The service refused the ${key ? 'API key' : 'token'}`} words={words} code={code}>
        {!key && 'The API key was accepted. '}
        What you typed is still here; nothing was kept.
      </Fault>
    );
  }
  if (kind === 'unreachable') {
    return (
      <Fault id={id} title={`Cannot reach ${hostOf(baseUrl)}`}>
        The request never reached it, or it refused this console: then it must allow the origin {location.origin}. Key
        and token were not judged.{' '}
        <a href={baseUrl} target="_blank" rel="noreferrer">
          Open the address in a tab
        </a>{' '}
        to tell the two apart.
      </Fault>
    );
  }
  if (kind === 'forbidden') {
    return (
      <Fault id={id} title="The service did not let you in" words={words} code={code}>
        {words === undefined && `${message} `}
        These credentials are not allowed to list devices. Key and token are still here; nothing was kept.
      </Fault>
    );
  }
  if (kind === 'notThisInterface') {
    const other = otherAddress(baseUrl);
    return (
      <Fault id={id} title="This address answers something else" words={words} code={code}>
        {words === undefined && `${message} `}
        Expected JSON with <code>code</code> and <code>message</code> from <code>/devices/get</code>.{' '}
        {other !== baseUrl && (
          <Button look="link" size="row" onClick={() => onAddress(other)}>
            Use {other}
          </Button>
        )}
      </Fault>
    );
  }
  return (
    <Fault id={id} title={words === undefined ? message : 'The service did not let you in'} words={words} code={code}>
      {hint !== message && hint} Key and token are still here; nothing was kept.
    </Fault>
  );
}

/** Suggests an address: without the path of an operation, or with `/api` added. */
function otherAddress(baseUrl: string): string {
  const operation = Object.values(OPERATIONS).find(({ path }) => baseUrl.endsWith(path));
  if (operation) return baseUrl.slice(0, -operation.path.length);
  return baseUrl.endsWith('/api') ? baseUrl : `${baseUrl}/api`;
}

type FaultProps = {
  id: string;
  title: string;
  words?: string | undefined;
  code?: string | undefined;
  children: ReactNode;
};

function Fault({ id, title, words, code, children }: FaultProps) {
  return (
    <div id={id} className={classes['fault']} role="alert">
      <AttentionIcon className={classes['icon']} />
      <b>{title}</b>
      {words && <p>“{words}”</p>}
      {code && <code>{code}</code>}
      <div className={classes['advice']}>{children}</div>
    </div>
  );
}
