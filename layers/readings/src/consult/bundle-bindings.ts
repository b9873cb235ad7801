import type { Role } from '../decks/roles.ts'
import type { FactValue } from '../facts/fact-value.ts'
import { FACT_NAME } from '../reading/input-problems.ts'
import type { Reading } from '../record/reading.ts'
import type { AgentRunResult, ConsultInputs } from './agent-run.ts'
import { CONSULT_LIMITS, RECEIPT } from './input-checks.ts'

type Bindings = Readonly<Record<string, FactValue>>

/** Facts that role ciso requires, because its advice depends on them. */
export const CISO_REQUIRED_FACTS = ['exposure', 'data_classes', 'trigger'] as const

/** Returns the facts that role ciso requires and did not receive. `unknown` is a valid value and becomes a question. */
export const missingBindings = (role: Role, { bundleBindings = {} }: ConsultInputs): readonly string[] =>
  role === 'ciso' ? CISO_REQUIRED_FACTS.filter((name) => !Object.hasOwn(bundleBindings, name)) : []

export const boundFacts = ({ bundleBindings = {} }: ConsultInputs): Bindings => {
  const { [RECEIPT]: _, ...facts } = bundleBindings
  return facts
}

export const bindingReceipt = ({ bundleBindings = {} }: ConsultInputs): string | undefined => {
  const receipt = Object.hasOwn(bundleBindings, RECEIPT) ? bundleBindings[RECEIPT] : undefined
  return typeof receipt === 'string' ? receipt : undefined
}

/**
 * Returns the facts of a cto run for other roles: first those that role ciso requires (`unknown` if missing), then the
 * run's own bindings, then its other facts.
 */
export const ctoBindings = (
  boundValues: Bindings,
  { facts }: Reading,
  isWordsFact: (name: string) => boolean,
): Bindings => {
  const otherFacts = Object.entries(facts).filter(([name]) => FACT_NAME.test(name) && !isWordsFact(name))
  const requiredFacts = CISO_REQUIRED_FACTS.map(
    (name) => [name, facts[name] ?? boundValues[name] ?? 'unknown'] as const,
  )
  const bindings = new Map<string, FactValue>([...requiredFacts, ...Object.entries(boundValues), ...otherFacts])
  // Facts beyond the limit are dropped. The required facts come first.
  return Object.fromEntries([...bindings].slice(0, CONSULT_LIMITS.bindings))
}

/** Returns the bindings of a run with the hash of its receipt; undefined for roles other than cto. */
export const bindingsWithReceipt = (
  { envelope }: Pick<AgentRunResult, 'envelope'>,
  hash: string,
): Bindings | undefined => envelope && { ...envelope.bindings, [RECEIPT]: hash }
