import type { FactValue } from '../facts/fact-value.ts'
import { FACT_NAME, INPUT_LIMITS } from '../reading/input-problems.ts'
import type { InputProblem } from '../record/reading.ts'
import { CONSULT_MODES, type ConsultInputs } from './agent-run.ts'

/** Limits of a consultation. Lengths are UTF-16 units. */
export const CONSULT_LIMITS = {
  intention: INPUT_LIMITS.intention,
  context: 32,
  contextName: 100,
  contextText: 2_000,
  painSignals: 12,
  painSignal: 300,
  bindings: INPUT_LIMITS.facts,
  narrativeWords: 400,
} as const

/** The field of bundle bindings that is not a fact: the hash of the receipt of the run that supplied them. */
export const RECEIPT = 'receipt'

const problem = (field: string, message: string): InputProblem => ({ field, message })

const textProblems = (field: string, text: unknown, limit: number): readonly InputProblem[] => {
  if (typeof text !== 'string') return [problem(field, 'must be a string')]
  if (text.length > limit) return [problem(field, `has ${text.length} characters, at most ${limit} are allowed`)]
  return text.isWellFormed() ? [] : [problem(field, 'contains an unpaired surrogate')]
}

const intentionProblems = ({ intention }: ConsultInputs): readonly InputProblem[] =>
  typeof intention === 'string' && intention.trim() === ''
    ? [problem('intention', 'is required')]
    : textProblems('intention', intention, CONSULT_LIMITS.intention)

export const contextProblems = ({ context = {} }: Pick<ConsultInputs, 'context'>): readonly InputProblem[] => {
  const entries = Object.entries(context)
  if (entries.length > CONSULT_LIMITS.context)
    return [problem('context', `has ${entries.length} fields, at most ${CONSULT_LIMITS.context} are allowed`)]
  return entries.flatMap(([name, text]) => {
    const nameProblems = textProblems('context', name, CONSULT_LIMITS.contextName)
    return nameProblems.length > 0
      ? nameProblems.map(({ field, message }) => problem(field, `a name ${message}`))
      : textProblems(`context.${name}`, text, CONSULT_LIMITS.contextText)
  })
}

const painProblems = ({ painSignals = [] }: ConsultInputs): readonly InputProblem[] =>
  painSignals.length > CONSULT_LIMITS.painSignals
    ? [problem('painSignals', `has ${painSignals.length} items, at most ${CONSULT_LIMITS.painSignals} are allowed`)]
    : painSignals.flatMap((text, at) => textProblems(`painSignals.${at}`, text, CONSULT_LIMITS.painSignal))

const factProblem = (value: FactValue): string | undefined => {
  switch (typeof value) {
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
        ? undefined
        : 'must be a number from -(2^53 - 1) to 2^53 - 1'
    case 'string':
      return textProblems('', value, INPUT_LIMITS.text)[0]?.message
    default: {
      if (!Array.isArray(value)) return 'must be flat: a string, a number, true, false or a list of strings'
      if (value.length > INPUT_LIMITS.list) return `has ${value.length} items, at most ${INPUT_LIMITS.list} are allowed`
      return value.flatMap((item) => textProblems('', item, INPUT_LIMITS.text))[0]?.message
    }
  }
}

const bindingProblems = ({ bundleBindings = {} }: ConsultInputs): readonly InputProblem[] => {
  const { [RECEIPT]: receipt, ...facts } = bundleBindings
  const entries = Object.entries(facts)
  if (entries.length > CONSULT_LIMITS.bindings)
    return [problem('bundle_bindings', `has ${entries.length} facts, at most ${CONSULT_LIMITS.bindings} are allowed`)]
  const receiptProblems =
    receipt === undefined || (typeof receipt === 'string' && /^[0-9a-f]{64}$/.test(receipt))
      ? []
      : [problem(`bundle_bindings.${RECEIPT}`, 'must be the hash of a run of role cto, 64 hexadecimal digits')]
  return [
    ...receiptProblems,
    ...entries.flatMap(([name, value]) => {
      if (!FACT_NAME.test(name))
        return [problem('bundle_bindings', 'must have a name that matches ^[a-z][a-z0-9_]{0,39}$')]
      const message = factProblem(value)
      return message === undefined ? [] : [problem(`bundle_bindings.${name}`, message)]
    }),
  ]
}

const modeProblems = ({ responseMode }: ConsultInputs): readonly InputProblem[] =>
  responseMode === undefined || CONSULT_MODES.includes(responseMode)
    ? []
    : [problem('responseMode', `must be one of ${CONSULT_MODES.join(', ')}`)]

const seedProblems = ({ seed }: ConsultInputs): readonly InputProblem[] =>
  seed === undefined || (Number.isSafeInteger(seed) && seed >= 0)
    ? []
    : [problem('seed', 'must be an integer from 0 to 2^53 - 1')]

export const consultProblems = (inputs: ConsultInputs): readonly InputProblem[] => [
  ...intentionProblems(inputs),
  ...contextProblems(inputs),
  ...painProblems(inputs),
  ...modeProblems(inputs),
  ...seedProblems(inputs),
  ...bindingProblems(inputs),
]
