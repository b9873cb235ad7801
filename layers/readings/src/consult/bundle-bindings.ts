import type { Role } from '../decks/roles.ts'
import type { FactValue } from '../facts/fact-value.ts'
import { FACT_NAME } from '../reading/input-problems.ts'
import type { Reading } from '../record/reading.ts'
import type { AgentRunResult, ConsultInputs } from './agent-run.ts'
import { CONSULT_LIMITS, RECEIPT } from './input-checks.ts'

type Bindings = Readonly<Record<string, FactValue>>

/** Facts without which the chief information security officer would have to guess (runtime.md 6). */
export const CISO_NEEDS = ['exposure', 'data_classes', 'trigger'] as const

/** Facts that role ciso needs and did not receive. `unknown` is an accepted value and becomes a question. */
export const missingBindings = (role: Role, { bundleBindings = {} }: ConsultInputs): readonly string[] =>
  role === 'ciso' ? CISO_NEEDS.filter((name) => !Object.hasOwn(bundleBindings, name)) : []

export const boundFacts = ({ bundleBindings = {} }: ConsultInputs): Bindings => {
  const { [RECEIPT]: _, ...facts } = bundleBindings
  return facts
}

export const boundFrom = ({ bundleBindings = {} }: ConsultInputs): string | undefined => {
  const receipt = Object.hasOwn(bundleBindings, RECEIPT) ? bundleBindings[RECEIPT] : undefined
  return typeof receipt === 'string' ? receipt : undefined
}

/**
 * Bindings from a cto run for other roles: the facts that role ciso needs (`unknown` if missing), then the bindings of
 * the run itself, then other facts by name.
 */
export const bindingsOf = (given: Bindings, { facts }: Reading, isWordsFact: (name: string) => boolean): Bindings => {
  const others = Object.entries(facts).filter(([name]) => FACT_NAME.test(name) && !isWordsFact(name))
  const needed = CISO_NEEDS.map((name) => [name, facts[name] ?? given[name] ?? 'unknown'] as const)
  const bindings = new Map<string, FactValue>([...needed, ...Object.entries(given), ...others])
  // Facts beyond the limit are dropped; those that roles need come first.
  return Object.fromEntries([...bindings].slice(0, CONSULT_LIMITS.bindings))
}

/** Returns the bindings of a cto run for another role; undefined for a run of another role. */
export const bindingsFrom = ({ envelope }: Pick<AgentRunResult, 'envelope'>, hash: string): Bindings | undefined =>
  envelope && { ...envelope.bindings, [RECEIPT]: hash }
