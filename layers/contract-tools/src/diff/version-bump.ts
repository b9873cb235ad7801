import type { ContractIR } from '@signet/contracts/ir'
import { compareVersions, type Version, versionOf } from '@signet/contracts/semver'
import type { Change, Level } from './change.ts'
import { diff } from './contract-diff.ts'

const levels: readonly Level[] = ['patch', 'minor', 'major']

export const requiredBump = (changes: readonly Change[]): Level | undefined =>
  levels.findLast((level) => changes.some((change) => change.level === level))

export type BumpRule = 'version-not-bumped' | 'version-decreased' | 'bump-too-small'

export interface BumpProblem {
  readonly rule: BumpRule
  readonly message: string
}

export interface BumpCheck {
  readonly changes: readonly Change[]
  /** The step that the changes require, adjusted for versions below 1.0.0; `undefined` without changes. */
  readonly required: Level | undefined
  /** The step between the versions; `undefined` if the version is the same or lower. */
  readonly declared: Level | undefined
  /** Absent if the version is valid for the changes. */
  readonly problem?: BumpProblem
}

/** Lowers the level of versions below 1.0.0: a minor version may break callers, a patch may add features. */
const effectiveLevel = (level: Level, [major]: Version): Level =>
  major > 0 || level === 'patch' ? level : level === 'major' ? 'minor' : 'patch'

const stepBetween = (before: Version, after: Version): Level | undefined => {
  const firstDifference = ([0, 1, 2] as const).find((i) => before[i] !== after[i])
  if (firstDifference === undefined || after[firstDifference] < before[firstDifference]) return undefined
  return firstDifference === 0 ? 'major' : firstDifference === 1 ? 'minor' : 'patch'
}

const nextVersion = ([major, minor, patch]: Version, level: Level): string =>
  level === 'major'
    ? `${major + 1}.0.0`
    : level === 'minor'
      ? `${major}.${minor + 1}.0`
      : `${major}.${minor}.${patch + 1}`

const problemOf = (
  before: ContractIR,
  after: ContractIR,
  bump: { readonly required: Level | undefined; readonly declared: Level | undefined },
): BumpProblem | undefined => {
  const { required, declared } = bump
  const comparison = compareVersions(after.version, before.version)
  const next = nextVersion(versionOf(before.version), required ?? 'patch')
  if (comparison < 0) {
    const message = `${after.name} decreased from ${before.version} to ${after.version}; a version only increases: make it ${next} or higher`
    return { rule: 'version-decreased', message }
  }
  if (required === undefined) return undefined
  if (comparison === 0) {
    const message = `${after.name} changed (${required}) and is still ${before.version}; make it ${next}`
    return { rule: 'version-not-bumped', message }
  }
  if (declared !== undefined && levels.indexOf(declared) >= levels.indexOf(required)) return undefined
  const message = `${after.name} went from ${before.version} to ${after.version}, but its changes need a ${required} step; make it ${next}`
  return { rule: 'bump-too-small', message }
}

/**
 * Checks the version of a contract against its changes. Below 1.0.0 minor steps count as major ones, and patches as minor ones;
 * the step to 1.0.0 permits all changes. A higher version without changes is valid.
 * @throws RangeError if a version is not `major.minor.patch`.
 */
export const checkBump = (before: ContractIR, after: ContractIR): BumpCheck => {
  const changes = diff(before, after)
  const oldVersion = versionOf(before.version)
  const highest = requiredBump(changes)
  const required = highest && effectiveLevel(highest, oldVersion)
  const declared = stepBetween(oldVersion, versionOf(after.version))
  const problem = problemOf(before, after, { required, declared })
  return { changes, required, declared, ...(problem && { problem }) }
}
