import { Link } from 'react-router-dom';
import { CopyAs } from '#ui/controls/CopyAs.tsx';

type Props = {
  /** Where connections are edited. */
  connections: string;
  /** The request that failed, in several notations. */
  requests: readonly { label: string; text: string }[];
};

/** What else can be done where an answer did not come: see whether the connection is right, or ask from elsewhere. */
export function FailedWays({ connections, requests }: Props) {
  return (
    <>
      <Link to={connections}>Check the connection</Link>
      <CopyAs choices={requests.filter(({ label }) => label === 'curl')} />
    </>
  );
}
