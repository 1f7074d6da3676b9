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
  /** Names to complete within quotes. */
  fields: () => readonly string[];
  /** The text was changed by hand; what is wrong with it is marked. */
  onType: (text: string) => TextFault | undefined;
  /** Something was pasted; whether it was taken elsewhere. */
  onPaste: (text: string) => boolean;
};

export type CodeEditor = {
  /** Puts another text in the place of all of it. */
  replace: (text: string) => void;
  mark: (fault: TextFault | undefined) => void;
  goTo: (position: number) => void;
  destroy: () => void;
};

/** Words of the stages themselves, completed like fields. */
const WORDS = ['type', ...OFFERED_KINDS.flatMap(wordsOf), ...MATCH_OPERATORS];

/** What a stage of a kind is written with; none that the service does not know. */
function wordsOf(kind: StageKind): string[] {
  const { member } = kindOf({ kind });
  return member ? [member, kind] : [];
}

/** An editor of JSON within an element: lines numbered and folded, fields completed, what is wrong marked. */
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
    // a transaction cannot be made within another's
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

/** What makes it an editor of JSON, whatever is typed. */
const JSON_TEXT: readonly Extension[] = [
  // Escape closes the suggestions, also such as are on their way, and nothing that the editor stands in
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
    // a run is the page's
    { key: 'Mod-Enter', run: () => true },
    { key: 'Tab', run: acceptCompletion },
    ...completionKeymap,
    ...foldKeymap,
  ]),
];

/** What is typed on within quotes narrows the suggestions at once, without another look for them. */
const WITHIN_QUOTES = /^[^"\\\n]*$/;

function completions(context: CompletionContext, fields: readonly string[]) {
  const text = textAround(context);
  if (!text) return null;
  const end = text.to === undefined ? '"' : '';
  const words = [...new Set([...fields, ...WORDS])].map((word) => JSON.stringify(word).slice(1, -1));
  return { ...text, options: words.map((label) => ({ label, apply: label + end })), validFor: WITHIN_QUOTES };
}

/** Where the text within quotes begins that is being typed, and where it ends if it has an end. */
function textAround(context: CompletionContext): { from: number; to?: number } | undefined {
  const { from, to, name } = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (name === 'String' || name === 'PropertyName') return { from: from + 1, to: to - 1 };
  // without its end it is no string yet
  const begun = context.matchBefore(/[[{,:]\s*"[^"\\\n]*/);
  return begun ? { from: begun.from + begun.text.indexOf('"') + 1 } : undefined;
}

const THEME = {
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', border: '1px solid var(--border)', color: 'var(--text)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-soft)', color: 'var(--accent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--sunken)', border: 'none', color: 'var(--muted)' },
};
