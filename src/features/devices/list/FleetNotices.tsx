import { complaintsAbout, numberThatCame } from '#fleet/model/complaints.ts';
import type { Fleet } from '#fleet/model/fleet.ts';
import { NoticeLine } from '#ui/notices/NoticeLine.tsx';

type Props = {
  fleet: Fleet;
  /** Parts of the link that are invalid, and columns whose stored widths are. */
  dropped: readonly string[];
  damagedWidths: readonly string[];
  /** Filters that are not applied because there are too many. */
  leftOut: readonly string[];
  /** True if the link filters by a pasted list that this tab does not have. */
  unlisted: boolean;
  onRetry: () => void;
};

export function FleetNotices({ fleet, dropped, damagedWidths, leftOut, unlisted, onRetry }: Props) {
  const sentences = fleet.state === 'reading' ? [] : complaintsAbout(fleet);
  if (dropped.length > 0) sentences.push(`This link was not understood whole; left out: ${dropped.join(', ')}.`);
  if (damagedWidths.length > 0) {
    sentences.push(`Widths of columns that this browser kept are damaged; left out: ${damagedWidths.join(', ')}.`);
  }
  if (leftOut.length > 0) {
    sentences.push(`There are more filters than work at a time; not filtered by: ${leftOut.join(', ')}.`);
  }
  if (unlisted) {
    sentences.push(
      'This link shows devices of a pasted list, which stays in the tab it was pasted in: paste it again.',
    );
  }
  return (
    <>
      {fleet.cancelled && (
        <NoticeLine title="Loading was cancelled." action={{ label: 'Retry', run: onRetry }}>
          {`${numberThatCame(fleet, 'devices')} came and are shown; the others are missing from every count.`}
        </NoticeLine>
      )}
      {sentences.length > 0 && (
        <NoticeLine tone="attention" title="Check this list.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </NoticeLine>
      )}
    </>
  );
}
