/**
 * `npm test` proves each rule once. `LONG=1`, which `.ci/run` sets for its drills, runs many more seeds, larger crowds
 * and every pair of moments.
 */
export const isLong = process.env.LONG === '1'

/** The number of runs: enough to check the rule, or many to search for unknown cases. */
export const scaled = (enough: number, long: number): number => (isLong ? long : enough)
