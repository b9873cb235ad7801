import type { Role } from '../decks/roles.ts'
import type { FactValue } from '../facts/fact-value.ts'
import { FACT_NAME } from '../reading/input-problems.ts'
import type { Reading } from '../record/reading.ts'
import type { AgentRunResult, ConsultInputs } from './agent-run.ts'
import { CONSULT_LIMITS, RECEIPT } from './input-checks.ts'

type Bindings = Readonly<Record<string, FactValue>>

/** Without these a chief information security officer would guess (runtime.md 6). */
export const CISO_NEEDS = ['exposure', 'data_classes', 'trigger'] as const

/** Facts that role ciso needs and was not given. `unknown` is an answer, and becomes a question. */
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
 * What a run of role cto binds others to: what it was bound to itself, what it knows of what another role needs, and then
 * the rest, by name. What nobody knows of the former is `unknown`.
 */
export const bindingsOf = (given: Bindings, { facts }: Reading, isTold: (name: string) => boolean): Bindings => {
  const others = Object.entries(facts).filter(([name]) => FACT_NAME.test(name) && !isTold(name))
  const needed = CISO_NEEDS.map((name) => [name, facts[name] ?? given[name] ?? 'unknown'] as const)
  const bindings = new Map<string, FactValue>([...needed, ...Object.entries(given), ...others])
  // What does not fit is what nobody needs.
  return Object.fromEntries([...bindings].slice(0, CONSULT_LIMITS.bindings))
}

/** The bindings of a run of role cto as another role takes them; undefined for a run of another role. */
export const bindingsFrom = ({ envelope }: Pick<AgentRunResult, 'envelope'>, hash: string): Bindings | undefined =>
  envelope && { ...envelope.bindings, [RECEIPT]: hash }
