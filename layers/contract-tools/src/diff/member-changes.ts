import { sameJson } from '@signet/contracts/canonical'
import { type Change, changeOf, displayValue, keysOf } from './change.ts'

/** Reports members without a rule, such as those of a later form of the IR: they may have any effect. */
export const memberChanges = (before: object, after: object, at: string, except: ReadonlySet<string>): Change[] => {
  const old = before as Readonly<Record<string, unknown>>
  const now = after as Readonly<Record<string, unknown>>
  return keysOf(old, now)
    .filter((name) => !except.has(name) && !sameJson(old[name], now[name]))
    .map((name) =>
      changeOf(
        'major',
        'unknown-member-changed',
        at === '' ? name : `${at}.${name}`,
        `${name} was ${displayValue(old[name])} and is ${displayValue(now[name])}`,
        'no rule exists for it, so it counts as breaking; add one to the diff',
      ),
    )
}
