import { EditorView } from '@codemirror/view';

/**
 * Has an editor itself replace a selection of several lines by what is typed, or delete it: the browser, joining their
 * elements, would write style attributes, which the content policy keeps out.
 */
export const TYPED_OVER_LINES = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, cancelable }, view) => {
    if (!cancelable) return false;
    if (inputType !== 'insertText' && !inputType.startsWith('deleteContent')) return false;
    // the page's own: the editor learns of a new selection only later
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
