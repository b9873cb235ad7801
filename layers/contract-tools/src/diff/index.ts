export type { Change, Level, Side } from './change.ts'
export { diff } from './contract-diff.ts'
export { type BumpCheck, type BumpProblem, type BumpRule, checkBump, requiredBump } from './version-bump.ts'
