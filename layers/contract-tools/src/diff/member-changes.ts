import { sameJson } from '@signet/contracts/canonical'
import { type Change, changeOf, displayValue, keysOf } from './change.ts'

/** Reports changes of members that this version of the diff does not know, such as those of a later IR format. */
export const memberChanges = (before: object, after: object, at: string, handled: ReadonlySet<string>): Change[] => {
  const oldMembers = before as Readonly<Record<string, unknown>>
  const newMembers = after as Readonly<Record<string, unknown>>
  return keysOf(oldMembers, newMembers)
    .filter((name) => !handled.has(name) && !sameJson(oldMembers[name], newMembers[name]))
    .map((name) =>
      changeOf(
        'major',
        'unknown-member-changed',
        at === '' ? name : `${at}.${name}`,
        `${name} was ${displayValue(oldMembers[name])} and is ${displayValue(newMembers[name])}`,
        'no rule exists for it, so it counts as breaking; add one to the diff',
      ),
    )
}
