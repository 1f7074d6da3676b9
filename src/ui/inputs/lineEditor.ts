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
import { textEditor } from './textEditor.ts';

/** Note at the end of a line; `attention` highlights the line, `quiet` mutes it. */
export type LineMark = { words: string; tone: 'attention' | 'plain' | 'quiet' };

export type MarkOf = (line: number) => LineMark | undefined;

type Options = {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
};

export type LineEditor = {
  /** Replaces the text by a minimal edit, which keeps the cursor position. */
  replace: (text: string) => void;
  /** Updates the notes, if `markOf` changed. */
  mark: (markOf: MarkOf) => void;
  goTo: (line: number) => void;
  line: () => number;
  destroy: () => void;
};

const MARKED = StateEffect.define<MarkOf>();

/** Creates an editor with line numbers and notes; only visible lines are rendered. */
export function lineEditor(parent: HTMLElement, { placeholder: hint, ...options }: Options): LineEditor {
  const { view, replace } = textEditor(parent, {
    ...options,
    // gets the initial focus in dialogs
    extensions: [placeholder(hint), marks(), EditorView.contentAttributes.of({ 'data-autofocus': '' })],
    theme: THEME,
  });
  let given: MarkOf | undefined;
  return {
    replace,
    mark: (markOf) => {
      if (markOf !== given) view.dispatch({ effects: MARKED.of(markOf) });
      given = markOf;
    },
    goTo: (line) => {
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

class Marks {
  markOf: MarkOf = () => undefined;
  decorations: DecorationSet = Decoration.none;

  update({ view, docChanged, viewportChanged, changes, transactions }: ViewUpdate): void {
    const given = transactions.flatMap(({ effects }) => effects).find((effect) => effect.is(MARKED));
    if (given) this.markOf = given.value;
    // notes move with their lines until they are updated
    if (given || (viewportChanged && !docChanged)) this.decorations = this.drawn(view);
    else if (docChanged) this.decorations = this.decorations.map(changes);
  }

  private drawn({ state, viewport }: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    for (let at = viewport.from; at <= viewport.to; ) {
      const { number, from, to } = state.doc.lineAt(at);
      const mark = this.markOf(number);
      if (mark) {
        builder.add(from, from, Decoration.line({ attributes: { 'data-tone': mark.tone } }));
        builder.add(to, to, Decoration.widget({ widget: new Words(mark.words), side: 1 }));
      }
      at = to + 1;
    }
    return builder.finish();
  }
}

class Words extends WidgetType {
  private readonly words: string;

  constructor(words: string) {
    super();
    this.words = words;
  }

  override eq(other: Words): boolean {
    return other.words === this.words;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-words';
    element.textContent = this.words;
    return element;
  }
}

class LineNumber extends GutterMarker {
  private readonly number: number;

  constructor(number: number, tone: string | undefined) {
    super();
    this.number = number;
    this.elementClass = tone === 'attention' ? 'cm-attention' : '';
  }

  override eq(other: LineNumber): boolean {
    return other.number === this.number && other.elementClass === this.elementClass;
  }

  override toDOM(): Text {
    return document.createTextNode(String(this.number));
  }
}

function marks(): Extension {
  const plugin = ViewPlugin.fromClass(Marks, { decorations: (plugin) => plugin.decorations });
  const widest = ({ state }: EditorView) => new LineNumber(10 ** String(state.doc.lines).length - 1, undefined);
  const numbers = gutter({
    class: 'cm-lineNumbers',
    lineMarker: (view, { from }) => {
      const { number } = view.state.doc.lineAt(from);
      return new LineNumber(number, view.plugin(plugin)?.markOf(number)?.tone);
    },
    lineMarkerChange: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(MARKED))),
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
