import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import { toBarLength } from '#features/datastore/groups/formatGroupValue.ts';
import { COLUMNS_BEFORE, getMissingValue, type PeriodBefore } from '#features/datastore/groups/usePeriodBefore.ts';
import type { GroupedResult } from '#features/datastore/groups/useResultGroups.ts';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { useDocumentColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import type { JsonObject } from '#lib/json/json.ts';
import { applyColumnChoice } from '#pipeline/documents/columnChoice.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { toFieldKey } from '#pipeline/documents/fieldPath.ts';
import { findResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { DOCUMENT_EXPORT_FORMATS, type DocumentExportFormat } from '#pipeline/run/exportPages.ts';
import { useServices } from '#services/ServicesProvider.tsx';
import { useCurrentConnection } from '#session/connections.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Select } from '#ui/controls/Select.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import shared from '#ui/theme/shared.module.css';
import { useTimeMode } from '#ui/values/timeModeStore.ts';
import { getRowNoun, startDocumentExport } from './startDocumentExport.ts';

const FORMAT_LABELS: Record<DocumentExportFormat, string> = {
  ndjson: 'NDJSON, one document per line',
  json: 'JSON, one array',
  csv: 'CSV, one column per field',
};

export function ExportMenu() {
  return (
    <Popover
      label="Export"
      inPalette
      placement={{ width: 300, align: 'end' }}
      renderTrigger={(control) => (
        <ToolbarButton {...control} label="Export" Icon={IconDownload} data-tip="Export" data-tip-narrow />
      )}
    >
      {(close) => <DocumentExportForm onStart={close} />}
    </Popover>
  );
}

type ExportChoice = { scope: 'all' | 'page'; format: DocumentExportFormat; columns: 'shown' | 'all' };

function useExportForm() {
  const services = useServices();
  const { savedConnectionId, state: query, pages } = useDatastore();
  const { supportsGroup, bulkPageSize } = useQueryService();
  const { firstPage } = useCurrentConnection();
  const { rows: result, count, arrangement, periodBefore } = useResults();
  const order = useDocumentColumnChoice(savedConnectionId, query.collection).choice;
  const times = useTimeMode();
  const { columns, rawColumns, hidden } = arrangement;
  const [choice, setChoice] = useState<ExportChoice>({
    scope: 'all',
    format: 'ndjson',
    columns: hidden.length > 0 ? 'shown' : 'all',
  });
  const { page } = query;
  const { data } = pages.current;
  const noun = getRowNoun({ query });
  const rows = data?.documents.length ?? 0;
  const isWholeResult = choice.scope === 'all';
  const groups = findResultGrouping(query.pipeline);
  const isCompared = choice.format === 'csv' && periodBefore.groups !== undefined;
  const compared =
    isCompared && isWholeResult && groups && result.isWhole
      ? compareGroups({ groups, query }, result.documents, periodBefore)
      : undefined;
  const start = () =>
    startDocumentExport(services, {
      query,
      firstPage,
      supportsGroup,
      pageSize: isWholeResult ? bulkPageSize : pages.pageSize,
      format: choice.format,
      table: {
        columns: choice.columns === 'shown' ? [...columns, ...(compared?.columns ?? [])] : undefined,
        createColumns: (met) =>
          applyColumnChoice(met.createColumns(rawColumns, groups), { ...order, hidden: [] }).visible,
        times,
      },
      from: isWholeResult ? 1 : page,
      until: isWholeResult ? undefined : page,
      total: isWholeResult ? (data?.total ?? count.result?.rows) : rows,
      loaded: compared?.documents ?? (isWholeResult && groups && result.isWhole ? result.documents : undefined),
    });
  return {
    choice,
    choose: (part: Partial<ExportChoice>) => setChoice({ ...choice, ...part }),
    rows,
    lacksBefore: isCompared && !compared,
    shown: columns.length,
    noun,
    start,
  };
}

/** Adds the values of the period before to groups, and the groups that only it has. */
function compareGroups(result: GroupedResult, documents: readonly JsonObject[], { find, gone, hasMore }: PeriodBefore) {
  const { values } = result.groups;
  const names = new Set<string>();
  const compared = [...documents, ...gone].map((group) => {
    const before = find(group);
    const cells = values.flatMap((value) => {
      const [now, then] = [group, before].map((one) => one?.[value.name]);
      if (!isNumberOrExact(now) && !isNumberOrExact(then)) return [];
      const missing = getMissingValue(value, result);
      const [length, lengthBefore] = [now ?? missing, then ?? (hasMore ? Number.NaN : missing)].map(toBarLength);
      return COLUMNS_BEFORE.flatMap(({ word, of }) => {
        const name = `${value.name} ${word}`;
        const number = of(length ?? Number.NaN, lengthBefore ?? Number.NaN);
        names.add(name);
        return Number.isFinite(number) && (before || word !== 'before') ? [[name, number]] : [];
      });
    });
    return { ...group, ...Object.fromEntries(cells) };
  });
  const columns = [...names].map(
    (name): DocumentColumn => ({ key: toFieldKey([name]), label: name, path: [name], type: 'number', time: undefined }),
  );
  return { documents: compared, columns };
}

function DocumentExportForm({ onStart }: { onStart: () => void }) {
  const { choice, choose, rows, lacksBefore, shown, noun, start } = useExportForm();
  const { scope, format, columns } = choice;
  const documents = formatCountWithNoun(rows, noun);
  const readsTwice = columns === 'all' && scope === 'all';
  return (
    <div className={shared['panel']}>
      <FormField label={noun === 'group' ? 'Groups' : 'Documents'}>
        <Select
          size="form"
          options={[
            { value: 'all', label: 'all pages' },
            { value: 'page', label: `this page, ${documents}` },
          ]}
          value={scope}
          onValueChange={(next) => choose({ scope: next })}
        />
      </FormField>
      <FormField label="Format">
        <Select
          size="form"
          options={DOCUMENT_EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={format}
          onValueChange={(next) => choose({ format: next })}
        />
      </FormField>
      {lacksBefore && <p className={shared['hint']}>Without the period before, which needs all pages loaded.</p>}
      {format === 'csv' && (
        <FormField
          label="Columns"
          hint={readsTwice ? 'Fetches every page twice: first for the columns, then for the rows.' : undefined}
        >
          <Select
            size="form"
            options={[
              { value: 'shown', label: `the ${shown} shown` },
              { value: 'all', label: `all fields of all ${noun}s` },
            ]}
            value={columns}
            onValueChange={(next) => choose({ columns: next })}
          />
        </FormField>
      )}
      <Button
        variant="primary"
        size="form"
        onClick={() => {
          onStart();
          start();
        }}
      >
        {scope === 'page' ? `Export ${documents}` : 'Export all pages'}
      </Button>
    </div>
  );
}
