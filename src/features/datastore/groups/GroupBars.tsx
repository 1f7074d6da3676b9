import { useElementSize } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDatastore } from '#features/datastore/DatastoreProvider.tsx';
import { useResults } from '#features/datastore/results/ResultsProvider.tsx';
import { formatCountWithNoun, formatShare } from '#lib/formatNumber.ts';
import { isNumberOrExact } from '#lib/group/decimal.ts';
import { toVisibleText } from '#lib/invisible.ts';
import { type JsonObject, stringifyJson } from '#lib/json/json.ts';
import { truncateMiddle } from '#lib/truncate.ts';
import { describeGroup, getGroupId } from '#pipeline/documents/describeGroup.ts';
import { type DocumentColumn, getValueAtPath } from '#pipeline/documents/documentColumns.ts';
import { EmptyState } from '#ui/states/States.tsx';
import shared from '#ui/theme/shared.module.css';
import { JsonValue } from '#ui/values/JsonValue.tsx';
import { PlainText } from '#ui/values/PlainText.tsx';
import { Timestamp } from '#ui/values/Timestamp.tsx';
import { ScrollRegion } from '#ui/viewers/ScrollRegion.tsx';
import { buildDeviceUrl } from '#urls/device.ts';
import { formatGroupNumber } from './formatGroupValue.ts';
import classes from './GroupBars.module.css';
import { GroupBarsToolbar } from './GroupBarsToolbar.tsx';
import { useDeviceKey } from './useDeviceKey.ts';
import { useGroupDocumentsUrl } from './useGroupDocumentsUrl.ts';
import { type ComparedGroup, type GroupTable, useGroupTable } from './useGroupTable.ts';
import { type GroupedResult, useResultGroups } from './useResultGroups.ts';
import { useSortAllGroups } from './useSortAllGroups.ts';

export function GroupBars() {
  const result = useResultGroups();
  return result && <GroupRanking result={result} />;
}

function GroupRanking({ result }: { result: GroupedResult }) {
  const table = useGroupTable(result);
  const getDocumentsUrl = useGroupDocumentsUrl(result);
  const device = useDeviceKey(result)?.name;
  const { top = RANKED_MAX } = useDatastore().state;
  const { ref, width } = useElementSize();
  const { bar, keys, values, ranked, hasBefore } = table;
  if (!bar) {
    return (
      <EmptyState title="These groups have no numeric value">
        Add a count to the group stage, or view the groups as a table.
      </EmptyState>
    );
  }
  const others = values.filter((column) => column !== bar);
  // keys leave room for bars, whatever their length
  const keyWidth = Math.max(KEY_WIDTH_MIN_PX, (width * KEY_SHARE) / Math.max(1, keys.length));
  const columns = [
    `repeat(${Math.max(1, keys.length)}, fit-content(${keyWidth}px))`,
    'minmax(96px, 1fr) max-content',
    ...(table.total === undefined ? [] : ['max-content']),
    ...(hasBefore ? ['var(--before)'] : []),
    ...others.map(({ type, toMs }) => (type === 'number' || toMs ? 'max-content' : `fit-content(${keyWidth}px)`)),
  ];
  return (
    <>
      <GroupBarsToolbar table={table} query={result.query} />
      <ScrollRegion ref={ref} className={classes['scroller']} aria-label="Ranked groups">
        <table
          translate="no"
          className={classes['bars']}
          aria-label="Groups"
          // CSSProperties has no custom properties
          style={{ '--columns': columns.join(' '), '--bar-column': Math.max(1, keys.length) + 1 } as CSSProperties}
        >
          <thead>
            <tr>
              {keys.map((column) => (
                <SortHeading key={column.key} column={column} table={table} />
              ))}
              {keys.length === 0 && <th scope="col">all</th>}
              <SortHeading column={bar} table={table} spansBar />
              {table.total !== undefined && (
                <th scope="col" className={classes['number']}>
                  of all
                </th>
              )}
              {hasBefore &&
                ['before', 'change'].map((word) => (
                  <th key={word} scope="col" className={`${classes['number']} ${classes[word]}`}>
                    {word}
                  </th>
                ))}
              {others.map((column) => (
                <SortHeading key={column.key} column={column} table={table} />
              ))}
            </tr>
          </thead>
          <tbody>
            {ranked.slice(0, top).map((group) => (
              <GroupRow
                key={getGroupId(result.groups.keys, group.document)}
                ranked={group}
                table={table}
                context={{
                  getDocumentsUrl,
                  device,
                  room: Math.floor((keyWidth - KEY_PADDING_PX) / CHARACTER_WIDTH_PX),
                }}
              />
            ))}
          </tbody>
          <TotalsRow table={table} />
        </table>
        {ranked.length > top && (
          <p
            className={classes['further']}
          >{`${formatCountWithNoun(ranked.length - top, 'further group is', 'further groups are')} not shown.`}</p>
        )}
      </ScrollRegion>
    </>
  );
}

const RANKED_MAX = 1000;

/** Share of the width that the keys take at most, and their padding and mean width of a character. */
const KEY_SHARE = 0.4;
const KEY_WIDTH_MIN_PX = 148;
const KEY_PADDING_PX = 24;
const CHARACTER_WIDTH_PX = 7.3;

function TotalsRow({ table: { keys, values, bar, total, hasBefore } }: { table: GroupTable }) {
  const { totals } = useResults();
  if (!totals || totals.groups < 2 || Object.keys(totals.sums).length === 0) return null;
  const others = values.filter((column) => column !== bar);
  return (
    <tfoot>
      <tr>
        <th scope="row" style={{ gridColumn: `span ${Math.max(1, keys.length) + 1}` }}>
          {`total of ${formatCountWithNoun(totals.groups, 'group')}`}
        </th>
        <Total column={bar} sums={totals.sums} />
        {total !== undefined && <td />}
        {hasBefore && <td className={classes['unsummed']} />}
        {others.map((column) => (
          <Total key={column.key} column={column} sums={totals.sums} />
        ))}
      </tr>
    </tfoot>
  );
}

function Total({ column, sums }: { column: GroupTable['bar']; sums: JsonObject }) {
  return (
    <td className={classes['number']}>
      {column && getValueAtPath(sums, column.path) !== undefined && <GroupValue column={column} group={sums} />}
    </td>
  );
}

function SortHeading({
  column,
  table: { sort, keys },
  spansBar = false,
}: {
  column: DocumentColumn;
  table: GroupTable;
  spansBar?: boolean;
}) {
  const { show } = useDatastore();
  const sortAll = useSortAllGroups();
  const current = sort.find(({ key }) => key === column.key);
  const descending = current ? !current.descending : !keys.includes(column);
  const Icon = current?.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={column.type === 'number' ? classes['number'] : undefined}
      data-spans={spansBar || undefined}
      aria-sort={current ? (current.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        onClick={() =>
          sortAll
            ? sortAll([{ field: column.path.join('.'), descending }])
            : show({ sort: [{ key: column.key, descending }] }, true)
        }
      >
        {toVisibleText(column.label)}
        {current && <Icon size={12} stroke={1.5} aria-hidden />}
      </button>
    </th>
  );
}

type GroupRowProps = {
  ranked: ComparedGroup;
  table: GroupTable;
  /** `room`: number of characters of a text. */
  context: { getDocumentsUrl: ReturnType<typeof useGroupDocumentsUrl>; device: string | undefined; room: number };
};

function GroupRow({ ranked: { document: group, length, isGone, before }, table, context }: GroupRowProps) {
  const { keys, values, bar, longest, total } = table;
  const documentsUrl = isGone ? undefined : context.getDocumentsUrl(group);
  const value = bar && getValueAtPath(group, bar.path);
  const number = isGone ? 'none' : bar && <GroupValue column={bar} group={group} />;
  return (
    <tr className={isGone ? classes['gone'] : undefined}>
      {keys.map((column, index) => {
        const value = getValueAtPath(group, column.path);
        const isDevice = column.path[0] === context.device && typeof value === 'string' && value !== '';
        const url = isDevice ? buildDeviceUrl(value) : documentsUrl;
        const content = <GroupValue column={column} group={group} room={context.room} />;
        const Cell = index === 0 ? 'th' : 'td';
        return (
          <Cell
            key={column.key}
            scope={index === 0 ? 'row' : undefined}
            data-id={isDevice || undefined}
            {...nameText(column, group)}
          >
            {url === undefined || (index > 0 && !isDevice) ? (
              content
            ) : (
              <Link to={url} {...nameText(column, group)}>
                {content}
              </Link>
            )}
          </Cell>
        );
      })}
      {keys.length === 0 && <th scope="row">all documents</th>}
      <td className={classes['barCell']}>
        <span
          className={shared['bar']}
          // CSSProperties has no custom properties
          style={{ '--share': Number.isFinite(length) ? Math.abs(length) / longest : 0 } as CSSProperties}
        />
      </td>
      <td className={classes['number']}>
        {documentsUrl === undefined ? (
          number
        ) : (
          <Link
            to={documentsUrl}
            className={classes['documents']}
            title="Show its documents"
            aria-label={`${isNumberOrExact(value) ? formatGroupNumber(value, bar?.operator ?? '') : ''}, documents of ${describeGroup(keys, group)}`}
          >
            {number}
          </Link>
        )}
      </td>
      {total !== undefined && (
        <td className={classes['share']}>{Number.isFinite(length) ? formatShare(length / total) : ''}</td>
      )}
      {before && (
        <>
          <td className={`${classes['share']} ${classes['before']}`}>
            {before.group && bar ? <GroupValue column={bar} group={before.group} /> : before.word}
          </td>
          <td className={`${classes['share']} ${classes['change']}`}>{before.change}</td>
        </>
      )}
      {values
        .filter((column) => column !== bar)
        .map((column) => (
          <td
            key={column.key}
            className={column.type === 'number' ? classes['number'] : classes['text']}
            {...nameText(column, group)}
          >
            {!isGone && <GroupValue column={column} group={group} room={context.room} />}
          </td>
        ))}
    </tr>
  );
}

/** Names a text that may be shortened. */
function nameText({ path, isMixed, toMs }: DocumentColumn, group: JsonObject) {
  const value = getValueAtPath(group, path);
  return typeof value === 'string' && value !== '' && !isMixed && !toMs
    ? { 'aria-label': toVisibleText(value), title: toVisibleText(value) }
    : {};
}

function GroupValue({
  column,
  group,
  room = 0,
}: {
  column: DocumentColumn & { operator?: string };
  group: JsonObject;
  room?: number;
}): ReactNode {
  const value = getValueAtPath(group, column.path);
  const ms = column.toMs?.(value);
  if (value === undefined) return <i>missing</i>;
  if (ms !== undefined) return <Timestamp value={ms} format={column.formatTime} />;
  if (typeof value === 'string' && column.isMixed) return <PlainText text={stringifyJson(value)} />;
  if (typeof value === 'string' && value !== '') return <PlainText text={truncateMiddle(value, room)} />;
  if (!isNumberOrExact(value) || column.type === 'id') return <JsonValue value={value} />;
  return <span title={String(value)}>{formatGroupNumber(value, column.operator ?? '')}</span>;
}
