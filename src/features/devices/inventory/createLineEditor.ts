import { type Extension, RangeSetBuilder, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { createTextEditor } from '#ui/inputs/createTextEditor.ts';

export type LineNote = { text: string; tone: 'attention' | 'plain' | 'quiet' };

export type GetLineNote = (line: number) => LineNote | undefined;

type LineEditorOptions = {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
};

export type LineEditor = {
  /** Replaces the text by a minimal edit, which keeps the cursor position. */
  replace: (text: string) => void;
  setLineNotes: (getLineNote: GetLineNote) => void;
  goToLine: (line: number) => void;
  line: () => number;
  destroy: () => void;
};

const setNotesEffect = StateEffect.define<GetLineNote>();

/** Creates a text editor with line numbers and line notes. Renders only visible lines. */
export function createLineEditor(
  parent: HTMLElement,
  { placeholder: hint, ...options }: LineEditorOptions,
): LineEditor {
  const { view, replace } = createTextEditor(parent, {
    ...options,
    // gets the initial focus in dialogs
    extensions: [placeholder(hint), createLineMarks(), EditorView.contentAttributes.of({ 'data-autofocus': '' })],
    theme: THEME,
  });
  let given: GetLineNote | undefined;
  return {
    replace,
    setLineNotes: (markOf) => {
      if (markOf !== given) view.dispatch({ effects: setNotesEffect.of(markOf) });
      given = markOf;
    },
    goToLine: (line) => {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    destroy: () => view.destroy(),
  };
}

class LineNotesPlugin {
  getLineNote: GetLineNote = () => undefined;
  decorations: DecorationSet = Decoration.none;

  update({ view, docChanged, viewportChanged, changes, transactions }: ViewUpdate): void {
    const given = transactions.flatMap(({ effects }) => effects).find((effect) => effect.is(setNotesEffect));
    if (given) this.getLineNote = given.value;
    // notes move with their lines until they are updated
    if (given || (viewportChanged && !docChanged)) this.decorations = this.buildDecorations(view);
    else if (docChanged) this.decorations = this.decorations.map(changes);
  }

  private buildDecorations({ state, viewport }: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    for (let at = viewport.from; at <= viewport.to; ) {
      const { number, from, to } = state.doc.lineAt(at);
      const mark = this.getLineNote(number);
      if (mark) {
        builder.add(from, from, Decoration.line({ attributes: { 'data-tone': mark.tone } }));
        builder.add(to, to, Decoration.widget({ widget: new LineMarkWidget(mark.text), side: 1 }));
      }
      at = to + 1;
    }
    return builder.finish();
  }
}

class LineMarkWidget extends WidgetType {
  private readonly words: string;

  constructor(words: string) {
    super();
    this.words = words;
  }

  override eq(other: LineMarkWidget): boolean {
    return other.words === this.words;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-words';
    element.textContent = this.words;
    return element;
  }
}

class LineNumberMarker extends GutterMarker {
  private readonly number: number;

  constructor(number: number, tone: string | undefined) {
    super();
    this.number = number;
    this.elementClass = tone === 'attention' ? 'cm-attention' : '';
  }

  override eq(other: LineNumberMarker): boolean {
    return other.number === this.number && other.elementClass === this.elementClass;
  }

  override toDOM(): Text {
    return document.createTextNode(String(this.number));
  }
}

function createLineMarks(): Extension {
  const plugin = ViewPlugin.fromClass(LineNotesPlugin, { decorations: (plugin) => plugin.decorations });
  const widest = ({ state }: EditorView) => new LineNumberMarker(10 ** String(state.doc.lines).length - 1, undefined);
  const numbers = gutter({
    class: 'cm-lineNumbers',
    lineMarker: (view, { from }) => {
      const { number } = view.state.doc.lineAt(from);
      return new LineNumberMarker(number, view.plugin(plugin)?.getLineNote(number)?.tone);
    },
    lineMarkerChange: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(setNotesEffect))),
    initialSpacer: widest,
    updateSpacer: (_, { view }) => widest(view),
  });
  return [plugin, numbers];
}

const THEME = {
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 12px 0 8px', textAlign: 'right' },
  '.cm-lineNumbers .cm-attention': { backgroundColor: 'var(--attention-soft)', color: 'var(--attention)' },
  '&.cm-focused': { outline: 'none' },
  // contains the floating note, also when it wraps
  '.cm-line': { display: 'flow-root', padding: '0 16px 0 0' },
  '.cm-line[data-tone="attention"]': { backgroundColor: 'var(--attention-soft)' },
  '.cm-line[data-tone="quiet"]': { color: 'var(--muted)' },
  '.cm-words': {
    float: 'right',
    marginLeft: '16px',
    color: 'var(--muted)',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '12px',
    userSelect: 'none',
  },
  '.cm-line[data-tone="attention"] .cm-words': { color: 'var(--attention)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '@media (pointer: coarse)': { '.cm-scroller': { fontSize: '16px', lineHeight: '24px' } },
};
