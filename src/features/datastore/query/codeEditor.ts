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
import { MATCH_OPERATORS } from '#contract/stages.ts';
import { kindOf, OFFERED_KINDS, type StageKind } from '#pipeline/draft/stages/kinds.ts';
import type { TextFault } from '#pipeline/text/pipelineText.ts';
import { textEditor } from '#ui/inputs/textEditor.ts';

type Options = {
  label: string;
  text: string;
  fields: () => readonly string[];
  /** Called after the user edited the text. @returns the error to mark */
  onType: (text: string) => TextFault | undefined;
  /** Called with pasted text. @returns true if the paste was handled elsewhere */
  onPaste: (text: string) => boolean;
};

export type CodeEditor = {
  replace: (text: string) => void;
  mark: (fault: TextFault | undefined) => void;
  goTo: (position: number) => void;
  destroy: () => void;
};

const WORDS = ['type', ...OFFERED_KINDS.flatMap(wordsOf), ...MATCH_OPERATORS];

/** Returns the words of a stage kind's syntax; empty for kinds unknown to the service. */
function wordsOf(kind: StageKind): string[] {
  const { member } = kindOf({ kind });
  return member ? [member, kind] : [];
}

export function codeEditor(parent: HTMLElement, { onType, fields, onPaste, ...options }: Options): CodeEditor {
  const mark = (fault: TextFault | undefined) => {
    const end = view.state.doc.length;
    const from = Math.min(fault?.position ?? 0, Math.max(0, end - 1));
    const marks = fault
      ? [{ from, to: Math.min(end, from + 1), severity: 'error' as const, message: fault.message }]
      : [];
    view.dispatch(setDiagnostics(view.state, marks));
  };
  const typed = (text: string) => {
    const fault = onType(text);
    // CodeMirror forbids a dispatch during an update
    queueMicrotask(() => view.dom.isConnected && mark(fault));
  };
  const { view, replace } = textEditor(parent, {
    ...options,
    onType: typed,
    extensions: [
      ...JSON_TEXT,
      autocompletion({ override: [(context) => completions(context, fields())], icons: false }),
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
    mark,
    replace: (next) => {
      replace(next);
      mark(undefined);
    },
    goTo: (position) => {
      const anchor = Math.min(position, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

const JSON_TEXT: readonly Extension[] = [
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

/** Text inside quotes; further typing filters the completion list without a new query. */
const WITHIN_QUOTES = /^[^"\\\n]*$/;

function completions(context: CompletionContext, fields: readonly string[]) {
  const text = textAround(context);
  if (!text) return null;
  const end = text.to === undefined ? '"' : '';
  const words = [...new Set([...fields, ...WORDS])].map((word) => JSON.stringify(word).slice(1, -1));
  return { ...text, options: words.map((label) => ({ label, apply: label + end })), validFor: WITHIN_QUOTES };
}

/** Returns the range of the string at the cursor, without quotes; `to` is missing while the string is unterminated. */
function textAround(context: CompletionContext): { from: number; to?: number } | undefined {
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
