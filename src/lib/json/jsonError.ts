/** Why a text is no acceptable JSON. `position` counts UTF-16 units from 0, `line` and `column` count from 1. */
export class JsonError extends SyntaxError {
  readonly position: number;
  readonly line: number;
  readonly column: number;

  constructor(message: string, text: string, position: number) {
    super(message);
    const before = text.slice(0, position);
    this.position = position;
    this.line = before.split('\n').length;
    this.column = position - before.lastIndexOf('\n');
  }
}
