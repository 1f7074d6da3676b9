import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { getCspNonce } from '#ui/browser/getCspNonce.ts';

type TextEditorOptions = {
  label: string;
  text: string;
  onTextChange: (text: string) => void;
  extensions: Extension;
  theme: Parameters<typeof EditorView.theme>[0];
};

/**
 * Creates a code editor.
 * @returns the view, and a function that replaces the text by a minimal edit
 */
export function createTextEditor(
  parent: HTMLElement,
  { label, text, onTextChange, extensions, theme }: TextEditorOptions,
) {
  const typing = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
    const typed = docChanged && !transactions.some((transaction) => transaction.isUserEvent('replaced'));
    if (typed) onTextChange(state.doc.toString());
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(getCspNonce()),
        EditorView.editorAttributes.of({ translate: 'no' }),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.lineWrapping,
        multilineEditHandler,
        history(),
        extensions,
        keymap.of([...historyKeymap, ...defaultKeymap]),
        EditorView.theme({ ...CODE_THEME, ...theme }),
        typing,
      ],
    }),
  });
  const replace = (next: string) => {
    const changes = findMinimalEdit(view.state.doc.toString(), next.replaceAll(/\r\n?/g, '\n'));
    if (changes) view.dispatch({ changes, userEvent: 'replaced' });
  };
  return { view, replace };
}

function findMinimalEdit(before: string, after: string): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let end = 0;
  while (end < shorter - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/**
 * Handles typing over and deleting multi-line selections. The browser would merge the elements and write style
 * attributes, which the CSP blocks.
 */
const multilineEditHandler = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, cancelable }, view) => {
    if (!cancelable) return false;
    if (inputType !== 'insertText' && !inputType.startsWith('deleteContent')) return false;
    // the editor's own selection is updated later
    const selected = document.getSelection();
    if (!selected || selected.isCollapsed) return false;
    const { startContainer, startOffset, endContainer, endOffset } = selected.getRangeAt(0);
    const from = view.posAtDOM(startContainer, startOffset);
    const to = view.posAtDOM(endContainer, endOffset);
    if (to <= view.state.doc.lineAt(from).to) return false;
    const insert = view.state.toText(inputType === 'insertText' ? (data ?? '') : '');
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: insert.length > 0 ? 'input.type' : 'delete.selection',
    });
    return true;
  },
});

const CODE_THEME = {
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '12px', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
};
