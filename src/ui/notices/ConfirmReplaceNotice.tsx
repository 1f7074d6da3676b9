import { Button } from '#ui/controls/Button.tsx';
import { Notice } from './Notice.tsx';

type NoticeAction = { label: string; run: () => void };

/** Asks for confirmation before displayed content is replaced. The first action keeps the content. */
export function ConfirmReplaceNotice({
  question,
  keep,
  replace,
}: {
  question: string;
  keep: NoticeAction;
  replace: NoticeAction;
}) {
  const further = (
    <Button variant="link" onClick={replace.run}>
      {replace.label}
    </Button>
  );
  return <Notice tone="attention" title={question} action={keep} extraActions={further} />;
}
