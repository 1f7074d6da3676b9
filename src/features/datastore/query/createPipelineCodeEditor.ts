import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, syntaxTree } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { ACCUMULATOR_OPERATORS } from '#contract/groupStage.ts';
import { MATCH_OPERATORS } from '#contract/stages.ts';
import { ADDABLE_STAGE_KINDS, getStageDefinition, type StageKind } from '#pipeline/draft/stages/stageRegistry.ts';
import type { PipelineSyntaxError } from '#pipeline/text/pipelineText.ts';
import { createTextEditor } from '#ui/inputs/createTextEditor.ts';

type CodeEditorOptions = {
  label: string;
  text: string;
  getFieldNames: () => readonly string[];
  /**
   * Called when the user edits the text.
   * @returns the error to mark
   */
  onChange: (text: string) => PipelineSyntaxError | undefined;
  /**
   * Called with pasted text.
   * @returns true if the paste was handled elsewhere
   */
  onPaste: (text: string) => boolean;
};

export type PipelineCodeEditor = {
  setText: (text: string) => void;
  setError: (fault: PipelineSyntaxError | undefined) => void;
  moveCursorTo: (position: number) => void;
  destroy: () => void;
};

const KEYWORDS = [
  'type',
  ...ADDABLE_STAGE_KINDS.flatMap(getStageKeywords),
  ...MATCH_OPERATORS,
  ...ACCUMULATOR_OPERATORS,
  '$dateTrunc',
  '$bucket',
];

function getStageKeywords(kind: StageKind): string[] {
  const { members } = getStageDefinition({ kind });
  return members ? [...members, kind] : [];
}

export function createPipelineCodeEditor(
  parent: HTMLElement,
  { onChange, getFieldNames, onPaste, ...options }: CodeEditorOptions,
): PipelineCodeEditor {
  const mark = (fault: PipelineSyntaxError | undefined) => {
    const end = view.state.doc.length;
    const from = Math.min(fault?.position ?? 0, Math.max(0, end - 1));
    const marks = fault
      ? [{ from, to: Math.min(end, from + 1), severity: 'error' as const, message: fault.message }]
      : [];
    view.dispatch(setDiagnostics(view.state, marks));
  };
  const handleChange = (text: string) => {
    const fault = onChange(text);
    // CodeMirror forbids a dispatch during an update
    queueMicrotask(() => view.dom.isConnected && mark(fault));
  };
  const { view, replace } = createTextEditor(parent, {
    ...options,
    onTextChange: handleChange,
    extensions: [
      ...JSON_EXTENSIONS,
      autocompletion({ override: [(context) => getCompletions(context, getFieldNames())], icons: false }),
      EditorView.domEventHandlers({
        paste: (event) => {
          const taken = onPaste(event.clipboardData?.getData('text/plain') ?? '');
          if (taken) event.preventDefault();
          return taken;
        },
      }),
    ],
    theme: THEME,
  });
  return {
    setError: mark,
    setText: (next) => {
      replace(next);
      mark(undefined);
    },
    moveCursorTo: (position) => {
      const anchor = Math.min(position, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

const JSON_EXTENSIONS: readonly Extension[] = [
  // Escape closes the completion list, also a pending one, but not the dialog around the editor
  EditorView.contentAttributes.of(({ state }) =>
    completionStatus(state) ? { 'data-mantine-stop-propagation': 'true' } : null,
  ),
  lineNumbers(),
  codeFolding(),
  foldGutter(),
  lintGutter(),
  json(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  keymap.of([
    // the page handles Mod-Enter (Run)
    { key: 'Mod-Enter', run: () => true },
    { key: 'Tab', run: acceptCompletion },
    ...completionKeymap,
    ...foldKeymap,
  ]),
];

/** Text inside quotes. Further typing filters the completion list without a new query. */
const VALID_COMPLETION = /^[^"\\\n]*$/;

function getCompletions(context: CompletionContext, fields: readonly string[]) {
  const text = findStringAtCursor(context);
  if (!text) return null;
  const end = text.to === undefined ? '"' : '';
  const words = [...new Set([...fields, ...KEYWORDS])].map((word) => JSON.stringify(word).slice(1, -1));
  return { ...text, options: words.map((label) => ({ label, apply: label + end })), validFor: VALID_COMPLETION };
}

/** Finds the string at the cursor, without quotes. `to` is missing while the string is unterminated. */
function findStringAtCursor(context: CompletionContext): { from: number; to?: number } | undefined {
  const { from, to, name } = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (name === 'String' || name === 'PropertyName') return { from: from + 1, to: to - 1 };
  // the parser does not report an unterminated string
  const begun = context.matchBefore(/[[{,:]\s*"[^"\\\n]*/);
  return begun ? { from: begun.from + begun.text.indexOf('"') + 1 } : undefined;
}

const THEME = {
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', border: '1px solid var(--border)', color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--accent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--sunken)', border: 'none', color: 'var(--muted)' },
};
