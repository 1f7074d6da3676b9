import type { ReactNode } from 'react';
import type { ApiError } from '#api/apiError.ts';
import { getHost } from '#api/connection.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { Button } from '#ui/controls/Button.tsx';
import { WarningIcon } from '#ui/notices/WarningIcon.tsx';
import classes from './SignInError.module.css';

type Props = {
  id: string;
  error: ApiError;
  baseUrl: string;
  onUseAddress: (baseUrl: string) => void;
};

export function SignInError({ id, error, baseUrl, onUseAddress }: Props) {
  const { kind, code, message, hint } = error;
  const serviceMessage = code === undefined ? undefined : message;
  if (code === 'APIKEY-INVALID' || code === 'AUTH-UNAUTHORIZED') {
    const key = code === 'APIKEY-INVALID';
    return (
      <SignInErrorMessage
        id={id}
        title={`The service rejected the ${key ? 'API key' : 'token'}`}
        serviceMessage={serviceMessage}
        code={code}
      >
        {!key && 'The API key was accepted. '}
        Your entries are still in the form; nothing was saved.
      </SignInErrorMessage>
    );
  }
  if (kind === 'unreachable') {
    return (
      <SignInErrorMessage id={id} title={`Cannot reach ${getHost(baseUrl)}`}>
        The service is not running, or its CORS settings do not allow the origin {location.origin}. The API key and
        token were not checked.{' '}
        <a href={baseUrl} target="_blank" rel="noreferrer">
          Open the address in a tab
        </a>{' '}
        to find out which.
      </SignInErrorMessage>
    );
  }
  if (kind === 'forbidden') {
    return (
      <SignInErrorMessage id={id} title="The service denied access" serviceMessage={serviceMessage} code={code}>
        {serviceMessage === undefined && `${message} `}
        These credentials are not allowed to list devices. The API key and token are still in the form; nothing was
        saved.
      </SignInErrorMessage>
    );
  }
  if (kind === 'notThisInterface') {
    const other = suggestAddress(baseUrl);
    return (
      <SignInErrorMessage
        id={id}
        title="This address is not a device service"
        serviceMessage={serviceMessage}
        code={code}
      >
        {serviceMessage === undefined && `${message} `}
        Expected JSON with <code translate="no">code</code> and <code translate="no">message</code> from{' '}
        <code translate="no">/devices/get</code>.{' '}
        {other !== baseUrl && (
          <Button variant="link" size="row" onClick={() => onUseAddress(other)}>
            {`Use ${other}`}
          </Button>
        )}
      </SignInErrorMessage>
    );
  }
  return (
    <SignInErrorMessage
      id={id}
      title={serviceMessage === undefined ? message : 'The service denied access'}
      serviceMessage={serviceMessage}
      code={code}
    >
      {hint !== message && hint} The API key and token are still in the form; nothing was saved.
    </SignInErrorMessage>
  );
}

/** Suggests a corrected address: without the path of an operation, or with `/api` added. */
function suggestAddress(baseUrl: string): string {
  const operation = Object.values(OPERATIONS).find(({ path }) => baseUrl.endsWith(path));
  if (operation) return baseUrl.slice(0, -operation.path.length);
  return baseUrl.endsWith('/api') ? baseUrl : `${baseUrl}/api`;
}

type SignInErrorMessageProps = {
  id: string;
  title: string;
  serviceMessage?: string | undefined;
  code?: string | undefined;
  children: ReactNode;
};

function SignInErrorMessage({ id, title, serviceMessage, code, children }: SignInErrorMessageProps) {
  return (
    <div id={id} className={classes['fault']} role="alert">
      <WarningIcon className={classes['icon']} />
      <b>{title}</b>
      {serviceMessage && <p>“{serviceMessage}”</p>}
      {code && <code translate="no">{code}</code>}
      <div className={classes['advice']}>{children}</div>
    </div>
  );
}
