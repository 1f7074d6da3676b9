/** Returns the number of repetitions of a test: `seldom` by default, `often` in long runs (`npm run check`). */
export function getTestRepeatCount(seldom: number, often: number): number {
  return process.env['FLEETLENS_LONG'] ? often : seldom;
}
