import type { AskType, Literal } from '../script/syntax.ts'

/** The value of a fact. Yes/no facts are booleans. */
export type FactValue = string | number | boolean | readonly string[]

export const optionOf = (literal: Literal): string =>
  literal === true ? 'yes' : literal === false ? 'no' : String(literal)

/** Returns a value as a list. Traits with several values are strings separated by commas. */
export const listOf = (value: FactValue): readonly string[] => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [optionOf(value as Literal)]
  return value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

interface FactType {
  readonly type: AskType
  readonly options?: readonly string[]
}

const yesNoOf = (value: FactValue): boolean | undefined => {
  if (typeof value === 'boolean') return value
  return value === 'yes' ? true : value === 'no' ? false : undefined
}

/** Options that are numbers, as in `one of 1, 2, 3`, stay numbers. */
const optionValue = (value: FactValue, options: readonly string[]): FactValue | undefined =>
  !Array.isArray(value) && options.includes(optionOf(value as Literal)) ? value : undefined

/** Converts a value to the type; undefined if it does not fit. `unknown` is a value only for text. */
export const fittingValue = ({ type, options }: FactType, value: FactValue): FactValue | undefined => {
  if (value === 'unknown' && type !== 'text') return undefined
  switch (type) {
    case 'yes/no':
      return yesNoOf(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'text':
      return typeof value === 'string' ? value : undefined
    case 'one of':
      return optionValue(value, options ?? [])
    case 'any of': {
      if (typeof value !== 'string' && !Array.isArray(value)) return undefined
      const list = listOf(value)
      return options === undefined || list.every((item) => options.includes(item)) ? list : undefined
    }
  }
}

export const typeInWords = ({ type, options }: FactType): string => {
  switch (type) {
    case 'yes/no':
      return 'true, false, "yes" or "no"'
    case 'number':
      return 'a number'
    case 'text':
      return 'a string'
    case 'one of':
      return `one of ${(options ?? []).join(', ')}`
    case 'any of':
      return options === undefined ? 'a list of strings' : `a list of ${options.join(', ')}`
  }
}
