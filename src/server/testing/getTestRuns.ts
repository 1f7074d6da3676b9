/** Number of repetitions of a test: `seldom` by default, `often` in the long run (`npm run check`). */
export function getTestRuns(seldom: number, often: number): number {
  return process.env['FLEETLENS_LONG'] ? often : seldom;
}
