import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { hostOf } from '#api/connection.ts';
import { formatTime } from '#lib/time/time.ts';
import { connectionsPath, returnPath } from '#paths/login.ts';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { Badge } from '#ui/values/Badge.tsx';
import classes from './ConnectionChoice.module.css';
import type { SignIn } from './useSignIn.ts';

/** Which of several connections to sign in to, or an address that is none of them yet. */
export function ConnectionChoice({ signIn }: { signIn: SignIn }) {
  const { connections, chosen, choose, input, told } = signIn;
  const id = useId();
  const [search] = useSearchParams();
  const hint = chosen ? undefined : 'Where the device service is. A path alone, such as /api, is on this host.';
  return (
    <>
      <div>
        <div className={classes['head']}>
          <span id={id}>Connection</span>
          <Link to={connectionsPath(returnPath(search, location.origin))}>Edit connections</Link>
        </div>
        <div role="radiogroup" aria-labelledby={id} className={classes['list']}>
          {connections.map((connection) => (
            <label key={connection.id} className={classes['connection']}>
              <input
                type="radio"
                name={id}
                aria-label={`${connection.name}, ${hostOf(connection.baseUrl)}`}
                checked={connection.id === chosen?.id}
                onChange={() => choose(connection)}
              />
              <Badge name={connection.name} identity={connection.identity} />
              <span className={classes['words']}>
                <b>{connection.name}</b>
                <span>{hostOf(connection.baseUrl)}</span>
              </span>
              {connection.usedAt !== undefined && (
                <span className={classes['used']}>{formatTime(connection.usedAt, 'relative', Date.now())}</span>
              )}
              <IconCheck className={classes['check']} size={16} stroke={1.75} aria-hidden />
            </label>
          ))}
          <label className={classes['connection']} data-other>
            <input type="radio" name={id} checked={!chosen} onChange={() => choose(undefined)} />
            <IconPlus size={16} stroke={1.75} aria-hidden />
            <span>Another address</span>
          </label>
        </div>
      </div>
      <FormField label="Base URL" hint={hint} {...told('baseUrl')}>
        {(control) => <TextField {...control} size="form" autoComplete="url" inputMode="url" {...input('baseUrl')} />}
      </FormField>
    </>
  );
}
