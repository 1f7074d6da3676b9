import { useState } from 'react';
import { computeNumberHistogram, type NumberSummary, summarizeNumbers } from '#fleet/queries/summarizeNumbers.ts';
import type { RowNumbers } from '#fleet/queries/timeHistogram.ts';
import { formatCount, formatCountWithNoun } from '#lib/formatNumber.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { RangeEditor } from '#ui/inputs/RangeEditor.tsx';
import shared from '#ui/theme/shared.module.css';
import type { ValueFilterProps } from './FacetFilter.tsx';
import classes from './FilterPanel.module.css';
import { FrequentValuesFilter } from './FrequentValuesFilter.tsx';
import { createNumberBins, formatNumberBin, formatNumberBinEdge, toNumberRangeState } from './numberBins.ts';
import { type RangeBars, RangeFilter, type RangeFilterProps, useRangeBars } from './RangeFilter.tsx';

const MODE_OPTIONS = [
  { value: 'range', label: 'Range' },
  { value: 'values', label: 'Values' },
] as const;

export function NumberFilter(filter: RangeFilterProps & ValueFilterProps) {
  const { field, range, chosen } = filter;
  const { span, bars } = useRangeBars(field, countNumbers) ?? {};
  const [picked, setPicked] = useState<(typeof MODE_OPTIONS)[number]['value']>();
  const isMixed = span !== undefined && span.others > span.numbers;
  const mode = picked ?? (!range && (chosen.length > 0 || isMixed) ? 'values' : 'range');
  return (
    <div className={shared['column']}>
      <div className={classes['mode']}>
        <SegmentedControl
          label={`Filter ${toVisibleText(field)} by`}
          options={MODE_OPTIONS}
          value={mode}
          onValueChange={setPicked}
        />
      </div>
      {mode === 'values' ? (
        <FrequentValuesFilter {...filter} />
      ) : (
        <RangeFilter
          filter={filter}
          bars={bars}
          missingLabel="Devices without a value"
          hint={span ? describeSpan(span) : 'Counting…'}
          renderInputs={(limits, change) => (
            <RangeEditor
              range={limits}
              labels={{ from: `${field} from`, to: 'to (inclusive)' }}
              placeholders={{ from: span?.min, to: span?.max }}
              disabled={limits.missing === 'only'}
              onChange={change}
            />
          )}
        />
      )}
    </div>
  );
}

function describeSpan({ numbers, missing, others }: NumberSummary): string {
  const parts = [
    formatCountWithNoun(numbers, 'number'),
    ...(missing > 0 ? [`${formatCount(missing)} without a value`] : []),
    ...(others > 0 ? [`${formatCount(others)} of another type`] : []),
  ];
  return parts.join(', ');
}

function* countNumbers(numbers: RowNumbers) {
  const span = yield* summarizeNumbers(numbers);
  const bins = createNumberBins(span) ?? { edges: [], decimals: 0 };
  const bars: RangeBars = {
    counts: yield* computeNumberHistogram(numbers, bins.edges),
    edges: bins.edges,
    getBarLabel: (bar) => formatNumberBin(bins, bar),
    getTickLabel: (bar) => formatNumberBinEdge(bins, bar),
    getRange: (brush) => toNumberRangeState(bins, brush),
  };
  return { span, bars };
}
