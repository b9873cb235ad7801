import type { FactValue } from '../facts/fact-value.ts'
import type { InputProblem, ReadingInputs } from '../record/reading.ts'

/** Limits of the inputs of a reading. Lengths are UTF-16 units. */
export const INPUT_LIMITS = { facts: 64, intention: 2_000, text: 2_000, list: 64 } as const

export const FACT_NAME = /^[a-z][a-z0-9_]{0,39}$/

const textProblem = (text: string, limit: number): string | undefined => {
  if (text.length > limit) return `has ${text.length} characters, at most ${limit} are allowed`
  return text.isWellFormed() ? undefined : 'contains an unpaired surrogate'
}

const valueProblem = (value: FactValue): string | undefined => {
  switch (typeof value) {
    case 'boolean':
      return undefined
    case 'string':
      return textProblem(value, INPUT_LIMITS.text)
    case 'number':
      return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
        ? undefined
        : 'must be a number from -(2^53 - 1) to 2^53 - 1'
    default: {
      if (!Array.isArray(value)) return 'must be a string, a number, true, false or a list of strings'
      if (value.length > INPUT_LIMITS.list) return `has ${value.length} items, at most ${INPUT_LIMITS.list} are allowed`
      const texts = value.map((item) =>
        typeof item === 'string' ? textProblem(item, INPUT_LIMITS.text) : 'must contain strings',
      )
      return texts.find((problem) => problem !== undefined)
    }
  }
}

const factsProblems = (field: string, facts: Readonly<Record<string, FactValue>> = {}): readonly InputProblem[] => {
  const entries = Object.entries(facts)
  if (entries.length > INPUT_LIMITS.facts)
    return [{ field, message: `has ${entries.length} facts, at most ${INPUT_LIMITS.facts} are allowed` }]
  return entries.flatMap(([name, value]) => {
    if (!FACT_NAME.test(name)) return [{ field, message: 'must have a name that matches ^[a-z][a-z0-9_]{0,39}$' }]
    const message = valueProblem(value)
    return message === undefined ? [] : [{ field: `${field}.${name}`, message }]
  })
}

const seedProblems = ({ seed }: ReadingInputs): readonly InputProblem[] =>
  seed === undefined || (Number.isSafeInteger(seed) && seed >= 0)
    ? []
    : [{ field: 'seed', message: 'must be an integer from 0 to 2^53 - 1' }]

export const inputProblems = (inputs: ReadingInputs): readonly InputProblem[] => {
  const intention = textProblem(inputs.intention ?? '', INPUT_LIMITS.intention)
  return [
    ...(intention === undefined ? [] : [{ field: 'intention', message: intention }]),
    ...factsProblems('state', inputs.state),
    ...factsProblems('traits', inputs.traits),
    ...factsProblems('memory.identity', inputs.memory?.identity),
    ...seedProblems(inputs),
  ]
}
