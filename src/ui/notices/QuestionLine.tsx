import { Button } from '#ui/controls/Button.tsx';
import { NoticeLine } from './NoticeLine.tsx';

type Answer = { label: string; run: () => void };

/** Asks before replacing the shown content; the first answer keeps it. */
export function QuestionLine({ question, keep, replace }: { question: string; keep: Answer; replace: Answer }) {
  const further = (
    <Button look="link" onClick={replace.run}>
      {replace.label}
    </Button>
  );
  return <NoticeLine tone="attention" title={question} action={keep} further={further} />;
}
