import type { GrantedRight } from './granted-rights.ts'
import type { NeededRight } from './needed-rights.ts'
import type { UntestedRight } from './untested-right.ts'
import { UNTESTED_RIGHTS } from './untested-rights.ts'

const matches = (pattern: string, text: string): boolean => {
  const source = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${source.join('.*')}$`, 's').test(text)
}

const covers = (granted: GrantedRight, needed: NeededRight): boolean =>
  granted.fn === needed.fn && matches(granted.action, needed.action) && matches(granted.resource, needed.resource)

const matchesLeadingKey = ({ leading }: GrantedRight, key: string): boolean =>
  leading === undefined || matches(leading, key)

const isGranted = (granted: readonly GrantedRight[], needed: NeededRight): boolean => {
  const candidates = granted.filter((right) => covers(right, needed))
  // In IAM the patterns of one statement must cover all keys of a call. The statements of these templates have the
  // patterns of one domain each.
  return candidates.length > 0 && needed.keys.every((key) => candidates.some((right) => matchesLeadingKey(right, key)))
}

const isUsed = (right: GrantedRight, needed: readonly NeededRight[]): boolean =>
  needed.some(
    (each) =>
      covers(right, each) && (right.leading === undefined || each.keys.some((key) => matchesLeadingKey(right, key))),
  )

const needMessage = ({ fn, action, resource, keys }: NeededRight): string =>
  `${fn} calls ${action} on ${resource}${keys.length > 0 ? ` (${keys.join(', ')})` : ''}, which its role does not grant`
const grantMessage = ({ fn, action, resource, leading }: GrantedRight): string =>
  `${fn} may ${action} on ${resource}${leading ? ` (${leading})` : ''}, which no call used: remove it, or add the reason to UNTESTED_RIGHTS`

const isExcused = ({ fn, action, leading }: GrantedRight, untested: UntestedRight): boolean =>
  untested.fn.test(fn) &&
  untested.action.test(action) &&
  (untested.rows === undefined || leading === `${untested.rows}*`)

/** Describes each right that a role lacks. */
export const missingRights = (granted: readonly GrantedRight[], needed: readonly NeededRight[]): string[] => [
  ...new Set(needed.filter((each) => !isGranted(granted, each)).map(needMessage)),
]

/** Describes each right that a role grants but no call used. */
export const unusedRights = (
  granted: readonly GrantedRight[],
  needed: readonly NeededRight[],
  untested: readonly UntestedRight[] = UNTESTED_RIGHTS,
): string[] => {
  const unused = granted
    .filter((right) => !isUsed(right, needed))
    .filter((right) => !untested.some((each) => isExcused(right, each)))
  return [...new Set(unused.map(grantMessage))]
}

/** Describes each right that a role lacks, and each right that it grants but no call used. */
export const rightsProblems = (
  granted: readonly GrantedRight[],
  needed: readonly NeededRight[],
  untested: readonly UntestedRight[] = UNTESTED_RIGHTS,
): string[] => [...missingRights(granted, needed), ...unusedRights(granted, needed, untested)]
