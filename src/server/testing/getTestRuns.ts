/** How often a test tries: seldom in every run, and often where what takes long runs too (`npm run check`). */
export function getTestRuns(seldom: number, often: number): number {
  return process.env['FLEETLENS_LONG'] ? often : seldom;
}
