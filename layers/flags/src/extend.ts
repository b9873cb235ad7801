export { ALLOCATION_END } from './bucketing/allocation.ts'
export {
  type BucketingFormula,
  limitOf,
  type RolloutParts,
  type RolloutTest,
  registerBucketing,
  type SplitChoice,
  type SplitParts,
  totalWeight,
} from './bucketing/bucketing.ts'
export { murmur3After } from './bucketing/murmur3.ts'
export { isCidr } from './operators/cidr.ts'
export { isSemver, parseSemver } from './operators/semver.ts'
export { patternProblem } from './pattern/compile-pattern.ts'
