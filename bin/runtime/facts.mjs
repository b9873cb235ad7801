import { EXIT, Failure } from '../command-line/failure.mjs'

/** @typedef {string | number | boolean | string[]} FactValue */
/** @typedef {{ fact: string, ask: string, type: string, options?: string[], decides: number }} Question */

/** A value without a type to go by. @param {string} text @returns {FactValue} */
const guessed = (text) => {
  if (text === 'yes' || text === 'true') return true
  if (text === 'no' || text === 'false') return false
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return text.includes(',') ? listOf(text) : text
}

/** @param {string} text */
const listOf = (text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Facts as they are given with --state. @param {string[] | undefined} given @returns {Record<string, FactValue>} */
export const stateOf = (given = []) =>
  Object.fromEntries(
    given.map((each) => {
      const [, name, value] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(each) ?? []
      if (name !== undefined && value !== undefined) return [name, guessed(value)]
      throw new Failure(EXIT.usage, `--state is a name, =, and a value: --state exposure=public (got ${each})`)
    }),
  )

/** What a question accepts, in words. @param {Question} question */
export const accepted = ({ type, options = [] }) => {
  switch (type) {
    case 'yes/no':
      return 'yes or no'
    case 'one of':
      return `one of ${options.join(', ')}`
    case 'any of':
      return `any of ${options.join(', ')}; several with commas`
    default:
      return type === 'number' ? 'a number' : 'words'
  }
}

/** What somebody answered, as the type of the question has it; undefined where it has none. @param {Question} question @param {string} text @returns {FactValue | undefined} */
export const answerOf = ({ type, options = [] }, text) => {
  const word = text.toLowerCase()
  /** @param {string} said */
  const optionOf = (said) => options.find((option) => option.toLowerCase() === said.toLowerCase())
  switch (type) {
    case 'yes/no':
      return /^(?:y|yes|true)$/.test(word) ? true : /^(?:n|no|false)$/.test(word) ? false : undefined
    case 'number':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
    case 'one of': {
      const option = optionOf(text)
      // Options that are numbers stay numbers.
      return option !== undefined && /^-?\d+(?:\.\d+)?$/.test(option) ? Number(option) : option
    }
    case 'any of': {
      const chosen = listOf(text).map((said) => optionOf(said) ?? '')
      return chosen.length > 0 && !chosen.includes('') ? chosen : undefined
    }
    default:
      return text
  }
}
