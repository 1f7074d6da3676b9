import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconFilePlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useDatastore, useQueryEditorContext } from '#features/datastore/DatastoreProvider.tsx';
import { QueryHistoryMenu, SavedQueriesMenu } from '#features/datastore/savedQueries/SavedQueriesMenu.tsx';
import { formatCountWithNoun } from '#lib/formatNumber.ts';
import { EMPTY_DRAFT } from '#pipeline/draft/queryDraft.ts';
import { describeTimeRange } from '#pipeline/draft/stages/range.ts';
import { createDraftKey } from '#pipeline/draft/stages/stageBase.ts';
import { findTimeRangeStage, isRelativeTimeRange } from '#pipeline/draft/timeRange.ts';
import {
  applyPastedQuery,
  describeTooLongPaste,
  type PastedQuery,
  parsePastedQuery,
} from '#pipeline/text/parsePastedQuery.ts';
import { isOmittedFromText } from '#pipeline/text/pipelineText.ts';
import { focusAfter } from '#ui/browser/focus/focusAfter.ts';
import { getKeyLetter } from '#ui/browser/shortcuts.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx';
import { Autocomplete } from '#ui/inputs/Autocomplete.tsx';
import { FormField } from '#ui/inputs/FormField.tsx';
import { TextField } from '#ui/inputs/TextField.tsx';
import { showToast } from '#ui/notices/toast.ts';
import { lazyComponent } from '#ui/states/lazyComponent.tsx';
import { Skeleton } from '#ui/states/Skeleton.tsx';
import shared from '#ui/theme/shared.module.css';
import classes from './PipelineBuilder.module.css';
import { StageList } from './StageList.tsx';
import { TimeRangeControl } from './TimeRangeControl.tsx';

const PipelineJsonEditor = lazyComponent(
  async () => (await import('#features/datastore/query/PipelineJsonEditor.tsx')).PipelineJsonEditor,
  {
    fallback: () => <Skeleton label="Loading the editor" rows={6} />,
  },
);

/** Lazy because it contains a JavaScript parser (37 kB compressed). */
const PastePreview = lazyComponent(
  async () => (await import('#features/datastore/query/PastePreview.tsx')).PastePreview,
  {
    fallback: () => <Skeleton label="Reading the pasted text" rows={3} />,
    skipIdlePreload: true,
  },
);

const EDITOR_OPTIONS = [
  { value: 'builder', label: 'Builder' },
  { value: 'json', label: 'JSON' },
] as const;

const NOT_A_QUERY_MESSAGE =
  'Could not paste: this is not a request, a list of stages, a filter, a curl command, or a call such as find or aggregate.';

const PASTE_TARGET_SELECTOR = 'input, textarea, select, [contenteditable], [role="dialog"]';

export function PipelineBuilder() {
  const { draft, change, undo, redo, pane } = useQueryEditorContext();
  const { editor, setEditor } = pane;
  const [pasted, setPasted] = useState<{ text: string; key: string }>();

  // a new key discards the preview of the previous paste
  const openPreview = (text: string | undefined) =>
    setPasted(text === undefined ? undefined : { text, key: createDraftKey() });
  const handleKeyDown = (event: KeyboardEvent) => {
    if (editor === 'json' || !(event.ctrlKey || event.metaKey) || getKeyLetter(event) !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo?.();
    else undo?.();
  };
  const closePreview = (taken?: PastedQuery) => {
    if (taken) change(applyPastedQuery(draft, taken));
    setPasted(undefined);
  };
  const handlePastedText = (text: string, into: 'cards' | 'page') => {
    const understood = parsePastedQuery(text, into);
    if (!understood) return false;
    if (understood === 'too long') showToast(describeTooLongPaste(text));
    else if (understood === 'shell' || understood.notes.length > 0) openPreview(text);
    else closePreview(understood);
    return true;
  };
  const root = useRef<HTMLDivElement>(null);
  // pastes inside the builder, and elsewhere on the page if no other element handles them
  useWindowEvent('paste', (event) => {
    const { target, clipboardData } = event;
    if (editor === 'json' || !(target instanceof Element)) return;
    if (!root.current?.contains(target) && target.closest(PASTE_TARGET_SELECTOR)) return;
    const text = clipboardData?.getData('text/plain') ?? '';
    const isInInput = target.closest(PASTE_TARGET_SELECTOR) !== null;
    if (handlePastedText(text, isInInput ? 'cards' : 'page')) event.preventDefault();
    else if (text.trim() !== '' && !isInInput) showToast(NOT_A_QUERY_MESSAGE);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events of its controls
    <div ref={root} className={classes['builder']} data-query-editor onKeyDown={handleKeyDown}>
      <SourceFields />
      <TimeRangeControl />
      <div className={`${classes['bar']} ${shared['row']}`}>
        <SegmentedControl label="Editor" options={EDITOR_OPTIONS} value={editor} onValueChange={setEditor} />
        <span className={classes['history']}>
          <IconButton
            Icon={IconFilePlus}
            label="New query"
            onClick={() => change({ ...EMPTY_DRAFT, collection: draft.collection })}
          />
          <IconButton Icon={IconArrowBackUp} label="Undo" shortcut="Ctrl Z" disabled={!undo} onClick={undo} />
          <IconButton Icon={IconArrowForwardUp} label="Redo" shortcut="Ctrl Shift Z" disabled={!redo} onClick={redo} />
          <SavedQueriesMenu />
          <QueryHistoryMenu />
        </span>
      </div>
      {pasted && (
        <PastePreview key={pasted.key} text={pasted.text} onAccept={closePreview} onDiscard={() => closePreview()} />
      )}
      {editor === 'builder' ? (
        <StageList />
      ) : (
        <>
          <OmittedStagesNotice onShow={() => setEditor('builder')} />
          <ResolvedTimeRangeNotice />
          <PipelineJsonEditor onPasted={openPreview} />
        </>
      )}
    </div>
  );
}

function OmittedStagesNotice({ onShow }: { onShow: () => void }) {
  const omittedStages = useQueryEditorContext().draft.stages.filter(isOmittedFromText);
  const [first] = omittedStages;
  if (!first) return null;
  const show = () => focusAfter(onShow, `[data-card="${first.key}"] [data-switch]`);
  const one = omittedStages.length === 1;
  const off = omittedStages.filter(({ enabled }) => !enabled).length;
  const unfinished = omittedStages.length - off;
  const reasons = [off > 0 && 'switched off', unfinished > 0 && 'incomplete'].filter(Boolean).join(' or ');
  return (
    <p className={`${classes['off']} ${shared['wrap']} ${shared['hint']}`}>
      {`${formatCountWithNoun(omittedStages.length, 'stage')} ${reasons} ${one ? 'is' : 'are'} not sent and not shown here.`}
      <Button variant="link" size="row" onClick={show}>
        Show {one ? 'it' : 'them'} in the builder
      </Button>
    </p>
  );
}

function ResolvedTimeRangeNotice() {
  const range = findTimeRangeStage(useQueryEditorContext().draft);
  if (!range?.enabled || !isRelativeTimeRange(range)) return null;
  return (
    <p className={`${classes['off']} ${shared['hint']}`}>
      {`“${describeTimeRange(range)}” is shown with the times that would be sent now. Each run recalculates them; times you change here stay fixed.`}
    </p>
  );
}

function SourceFields() {
  const { collections } = useDatastore();
  const { draft, change, getError, runs } = useQueryEditorContext();
  return (
    <div className={classes['source']}>
      <FormField label="Collection" error={getError('collection')?.message}>
        <Autocomplete
          data-search
          placeholder="logs"
          suggestions={collections}
          value={draft.collection}
          onTextChange={(collection) => change({ ...draft, collection }, 'collection')}
          onEnter={runs.run}
        />
      </FormField>
      <FormField label="documentID" error={getError('documentID')?.message}>
        <TextField
          placeholder="any"
          value={draft.documentID}
          onChange={({ currentTarget }) => change({ ...draft, documentID: currentTarget.value }, 'documentID')}
        />
      </FormField>
    </div>
  );
}
