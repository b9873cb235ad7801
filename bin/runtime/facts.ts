import { EXIT, Failure } from '@signet/command-line'

export type FactValue = string | number | boolean | readonly string[]

export interface Question {
  readonly fact: string
  readonly ask: string
  readonly type: string
  readonly options?: readonly string[]
  readonly decides: number
}

const NUMBER = /^-?\d+(?:\.\d+)?$/

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const factValueOf = (text: string): FactValue => {
  if (text === 'yes' || text === 'true') return true
  if (text === 'no' || text === 'false') return false
  if (NUMBER.test(text)) return Number(text)
  return text.includes(',') ? listOf(text) : text
}

/** Reads the facts of `--state`. @throws Failure if one is not NAME=VALUE */
export const stateOf = (facts: readonly string[] = []): Record<string, FactValue> =>
  Object.fromEntries(
    facts.map((fact) => {
      const [, name, value] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(fact) ?? []
      if (name !== undefined && value !== undefined) return [name, factValueOf(value)]
      throw new Failure(EXIT.usage, `--state must be NAME=VALUE, such as --state exposure=public (got ${fact})`)
    }),
  )

export const expectedAnswer = ({ type, options = [] }: Question): string => {
  switch (type) {
    case 'yes/no':
      return 'yes or no'
    case 'one of':
      return `one of ${options.join(', ')}`
    case 'any of':
      return `any of ${options.join(', ')}; separate several with commas`
    default:
      return type === 'number' ? 'a number' : 'words'
  }
}

const yesOrNo = (word: string): boolean | undefined => {
  if (/^(?:y|yes|true)$/.test(word)) return true
  return /^(?:n|no|false)$/.test(word) ? false : undefined
}

/** Converts an answer to the type of its question; undefined if the question does not accept it. */
export const answerOf = ({ type, options = [] }: Question, text: string): FactValue | undefined => {
  const optionOf = (word: string) => options.find((option) => option.toLowerCase() === word.toLowerCase())
  switch (type) {
    case 'yes/no':
      return yesOrNo(text.toLowerCase())
    case 'number':
      return NUMBER.test(text) ? Number(text) : undefined
    case 'one of': {
      const option = optionOf(text)
      // Numeric options stay numbers.
      return option !== undefined && NUMBER.test(option) ? Number(option) : option
    }
    case 'any of': {
      const chosen = listOf(text).map((word) => optionOf(word) ?? '')
      return chosen.length > 0 && !chosen.includes('') ? chosen : undefined
    }
    default:
      return text
  }
}
