/** Breaks a text into lines of at most `length` characters, between words where possible. */
export function wrapText(text: string, length: number): string[] {
  return text.match(new RegExp(`\\S.{0,${length - 1}}(?=\\s|$)|\\S{${length}}`, 'gsu')) ?? [];
}
