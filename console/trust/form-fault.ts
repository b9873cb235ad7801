import type { Fault } from '@signet/ui'
import type { Action } from '../session/action.ts'

/**
 * Returns the error of an attempt unless its fields already show it. @param isField whether the form has a field of
 * this name
 */
export const faultOutsideFields = (
  { fault, fields }: Pick<Action<never>, 'fault' | 'fields'>,
  isField: (name: string) => boolean,
): Fault | undefined => {
  const names = Object.keys(fields)
  return names.length > 0 && names.every(isField) ? undefined : fault
}

/** Turns the rule of a field error into a sentence: `must be a URL` gives “It must be a URL.”. */
export const ruleSentence = (message: string | undefined): string | undefined =>
  message === undefined ? undefined : `${message.replace(/^must /, 'It must ').replace(/\.$/, '')}.`

/** Renames field errors to the form's field names: list positions `[0]` become `.0`. */
export const dottedFields = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, fault]) => [name.replaceAll(/\[(\d+)\]/g, '.$1'), fault]))
