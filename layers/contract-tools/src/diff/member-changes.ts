import { sameJson } from '@signet/contracts/canonical'
import { type Change, changed, displayValue, keysOf } from './change.ts'

/** Members that no rule knows, such as those of a later form of the IR: they may mean anything. */
export const memberChanges = (before: object, after: object, at: string, except: ReadonlySet<string>): Change[] => {
  const old = before as Readonly<Record<string, unknown>>
  const now = after as Readonly<Record<string, unknown>>
  return keysOf(old, now)
    .filter((name) => !except.has(name) && !sameJson(old[name], now[name]))
    .map((name) =>
      changed(
        'major',
        'unknown-member-changed',
        at === '' ? name : `${at}.${name}`,
        `${name} was ${displayValue(old[name])} and is ${displayValue(now[name])}`,
        'no rule says what it means, so it counts as breaking; teach the diff',
      ),
    )
}
