import type { Fault } from '@signet/ui'
import type { Action } from '../session/action.ts'

/** Why an attempt failed, unless its fields say all of it: a fault is told once. @param isField whether a name has a field here */
export const faultBesideFields = (
  { fault, fields }: Pick<Action<never>, 'fault' | 'fields'>,
  isField: (name: string) => boolean,
): Fault | undefined => {
  const names = Object.keys(fields)
  return names.length > 0 && names.every(isField) ? undefined : fault
}

export const ruleWords = (message: string | undefined): string | undefined =>
  message === undefined ? undefined : `${message.replace(/^must /, 'It must ').replace(/\.$/, '')}.`

/** Faults by the names that fields have here: services write places in lists as `[0]` and as `.0`. */
export const dottedFields = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, fault]) => [name.replaceAll(/\[(\d+)\]/g, '.$1'), fault]))
