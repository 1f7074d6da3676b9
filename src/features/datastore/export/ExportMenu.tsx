import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { STAGES_MAX } from '#contract/pipeline.ts';
import { useDatastore, useQueryService } from '#features/datastore/DatastoreProvider.tsx';
import type { GroupComparison } from '#features/datastore/groups/compareGroups.ts';
import { useGroupOrder } from '#features/datastore/groups/useGroupTable.ts';
import { COLUMNS_BEFORE } from '#features/datastore/groups/usePeriodBefore.ts';
import { useResultGroups } from '#features/datastore/groups/useResultGroups.ts';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { ToolbarButton } from '#features/datastore/results/ToolbarButton.tsx';
import { useDocumentColumnChoice } from '#features/datastore/results/useDocumentColumns.ts';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import type { JsonObject, OrderedJsonEntry } from '#lib/json/json.ts';
import { applyColumnChoice } from '#pipeline/documents/columnChoice.ts';
import type { DocumentColumn } from '#pipeline/documents/documentColumns.ts';
import { toFieldKey } from '#pipeline/documents/fieldPath.ts';
import { hasTimeKey, type ResultGrouping } from '#pipeline/documents/resultGrouping.ts';
import { sortDocuments } from '#pipeline/documents/sortDocuments.ts';
import { createStageObject } from '#pipeline/draft/stages/stageBase.ts';
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
  const { supportsGroup, bulkPageSize, extensions } = useQueryService();
  const { firstPage } = useCurrentConnection();
  const { rows: result, count, arrangement, periodBefore, sort, totals } = useResults();
  const groups = useResultGroups()?.groups;
  const ranking = useGroupOrder(groups);
  const order = useDocumentColumnChoice(savedConnectionId, query.collection).choice;
  const times = useTimeMode();
  const { columns, rawColumns, allColumns, hidden } = arrangement;
  const [choice, setChoice] = useState<ExportChoice>({
    scope: 'all',
    format: 'ndjson',
    columns: hidden.length > 0 ? 'shown' : 'all',
  });
  const { page } = query;
  const { data, isPlaceholderData } = pages.current;
  const noun = getRowNoun({ query });
  const rows = data?.documents.length ?? 0;
  const isWholeResult = choice.scope === 'all';
  const comparison = choice.format === 'csv' ? periodBefore.comparison : undefined;
  // bars are ranked, and a table has the order of the URL
  const shownSort = query.view === 'chart' && !hasTimeKey(groups) ? ranking.sort : sort;
  const whole = result.isWhole ? result.documents : undefined;
  const loaded = isWholeResult ? whole : isPlaceholderData ? undefined : data?.documents;
  const canCompare = groups !== undefined && isWholeResult && whole !== undefined;
  const groupCount = whole ? whole.length + (comparison?.gone.length ?? 0) : totals?.groups;
  const total = groups ? groupCount : (data?.total ?? count.result?.rows);
  const start = () => {
    const sorted = groups && loaded && sortDocuments(loaded, allColumns, shownSort);
    const compared = comparison && canCompare && sorted ? addValuesBefore(groups, sorted, comparison) : undefined;
    startDocumentExport(services, {
      query: { ...query, pipeline: groups && isWholeResult && !sorted ? sortGroups() : query.pipeline },
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
      total: isWholeResult ? total : rows,
      loaded: compared?.documents ?? sorted,
    });
  };
  const sortGroups = () => {
    const { pipeline } = query;
    const fields = shownSort.flatMap(({ key, descending }): OrderedJsonEntry[] => {
      const column = allColumns.find((one) => one.key === key);
      return column ? [[column.path.join('.'), descending ? -1 : 1]] : [];
    });
    const canSort = (extensions.includes('sort') || !supportsGroup) && pipeline.length < STAGES_MAX;
    return canSort && fields.length > 0 ? [...pipeline, createStageObject('sort', 'specs', fields)] : pipeline;
  };
  return {
    choice,
    choose: (part: Partial<ExportChoice>) => setChoice({ ...choice, ...part }),
    rows,
    whole: groups && total !== undefined ? formatCountWithNoun(total, noun) : 'all pages',
    lacksBefore: comparison && !canCompare,
    shown: columns.length,
    noun,
    start,
  };
}

/** Adds the values of the period before to groups, and the groups that only it has. */
function addValuesBefore({ values }: ResultGrouping, all: readonly JsonObject[], { compare, gone }: GroupComparison) {
  const names = new Set<string>();
  const documents = [...all, ...gone].map((group) => {
    const cells = values.flatMap((value) => {
      const { now, past, before } = compare(group, value);
      if (Number.isNaN(now) && Number.isNaN(past)) return [];
      return COLUMNS_BEFORE.flatMap(({ word, of }) => {
        const name = `${value.name} ${word}`;
        names.add(name);
        const number = of(now, past);
        return Number.isFinite(number) && (before || word !== 'before') ? [[name, number]] : [];
      });
    });
    return { ...group, ...Object.fromEntries(cells) };
  });
  const columns = [...names].map(
    (name): DocumentColumn => ({ key: toFieldKey([name]), label: name, path: [name], type: 'number', time: undefined }),
  );
  return { documents, columns };
}

function DocumentExportForm({ onStart }: { onStart: () => void }) {
  const { choice, choose, rows, whole, lacksBefore, shown, noun, start } = useExportForm();
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
        {`Export ${scope === 'page' ? documents : whole}`}
      </Button>
    </div>
  );
}
