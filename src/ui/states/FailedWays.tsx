import { Link } from 'react-router-dom';
import { CopyAs } from '#ui/controls/CopyAs.tsx';

type Props = {
  connections: string;
  requests: readonly { label: string; text: string }[];
};

/** Further actions after a failed request: check the connection, or copy the request. */
export function FailedWays({ connections, requests }: Props) {
  return (
    <>
      <Link to={connections}>Check the connection</Link>
      <CopyAs choices={requests.filter(({ label }) => label === 'curl')} />
    </>
  );
}
