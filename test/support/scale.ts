/**
 * `npm test` proves each rule once. `LONG=1`, which `.ci/run` sets for its drills, runs many more seeds, larger crowds
 * and every pair of moments.
 */
export const isLong = process.env.LONG === '1'

/** How many are enough to see the rule, and how many look for what nobody thought of. */
export const scaled = (enough: number, long: number): number => (isLong ? long : enough)
