export { TARGETS, type Target } from './input.ts'
export { PATTERN_IDS, type PatternId } from './pattern-ids.ts'
