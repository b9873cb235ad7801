/**
 * True if tests run at full size: with many more seeds, larger groups and every pair of moments. `.ci/run` sets
 * `LONG=1` for its drills. `npm test` proves each rule once.
 */
export const isLong = process.env.LONG === '1'

/** Returns the number of runs: `enough` to check the rule, or `long` to search for unknown cases. */
export const scaled = (enough: number, long: number): number => (isLong ? long : enough)
