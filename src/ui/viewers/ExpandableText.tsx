import { useState } from 'react';
import { formatCount } from '#lib/formatNumber.ts';
import { truncate } from '#lib/truncate.ts';
import { Button } from '#ui/controls/Button.tsx';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import classes from '#ui/values/PlainText.module.css';
import { PLAIN_TEXT_MAX_LENGTH, PlainText } from '#ui/values/PlainText.tsx';

const LargeTextViewer = lazyComponent(async () => (await import('./LargeTextViewer.tsx')).LargeTextViewer);

const MAX_COLLAPSED_LENGTH = 400;

export function ExpandableText({ text }: { text: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (text.length <= MAX_COLLAPSED_LENGTH) return <PlainText text={text} />;
  return (
    <>
      {isExpanded && text.length > PLAIN_TEXT_MAX_LENGTH ? (
        <LargeTextViewer text={text} label="the full value" />
      ) : (
        <PlainText text={isExpanded ? text : truncate(text, MAX_COLLAPSED_LENGTH)} />
      )}
      <Button className={classes['more']} variant="plain" onClick={() => setIsExpanded(!isExpanded)}>
        {isExpanded ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
      </Button>
    </>
  );
}
