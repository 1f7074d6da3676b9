import { Link } from 'react-router-dom';
import { CopyAsButtons } from '#ui/controls/CopyAsButtons.tsx';

type Props = {
  connectionsPath: string;
  requests: readonly { label: string; text: string }[];
};

export function RequestErrorActions({ connectionsPath, requests }: Props) {
  return (
    <>
      <Link to={connectionsPath}>Check the connection</Link>
      <CopyAsButtons formats={requests.filter(({ label }) => label === 'curl')} />
    </>
  );
}
