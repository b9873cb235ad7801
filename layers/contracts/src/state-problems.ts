import type { ContractProblem } from './contract-error.ts'
import type { NamedOperation, StateMachine, StatesDefinition } from './state-machine.ts'

const joinNames = (names: readonly string[]): string => names.join(', ')

const notAState = (state: string | undefined, states: readonly string[]): string =>
  `"${state}" is not a state; use one of ${joinNames(states)}`

/** Returns all states that can be reached through `next`, including the start. */
const reachableFrom = (start: readonly string[], next: (state: string) => readonly string[]): Set<string> => {
  const reached = new Set(start)
  const pending = [...start]
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const target of next(state)) {
      if (reached.has(target)) continue
      reached.add(target)
      pending.push(target)
    }
  }
  return reached
}

const tableProblems = (
  transitions: NonNullable<StatesDefinition['transitions']>,
  states: readonly string[],
  operations: readonly NamedOperation[],
): ContractProblem[] => {
  const names = operations.map(({ name }) => name)
  const missing = states
    .filter((state) => !Object.hasOwn(transitions, state) || transitions[state] === undefined)
    .map((state) => ({
      at: 'states.transitions',
      problem: `add the state "${state}" ({} if no transition starts from it)`,
    }))
  const rows = Object.entries(transitions).flatMap(([state, row]) => {
    const at = `states.transitions.${state}`
    if (!states.includes(state)) return [{ at, problem: notAState(state, states) }]
    return Object.entries(row).flatMap(([name, target]) => {
      const path = `${at}.${name}`
      if (!names.includes(name)) return [{ at: path, problem: `is not an operation; use one of ${joinNames(names)}` }]
      if (operations.find((operation) => operation.name === name)?.kind === 'create') {
        return [{ at: path, problem: 'a creation starts from no state; remove it from the table' }]
      }
      if (target !== undefined && states.includes(target)) return []
      return [{ at: path, problem: notAState(target, states) }]
    })
  })
  return [...missing, ...rows]
}

const operationProblems = (
  { initial }: StatesDefinition,
  states: readonly string[],
  operations: readonly NamedOperation[],
): ContractProblem[] =>
  operations.flatMap(({ name, kind, definition: { transition } }) => {
    const at = `operations.${name}.transition`
    if (transition === undefined) return []
    const from = transition.from === undefined ? [] : [transition.from].flat()
    const unknown = [...from, transition.to].filter((state) => !states.includes(state))
    if (unknown.length > 0) return [{ at, problem: notAState(unknown[0], states) }]
    if (kind !== 'create')
      return from.length > 0 ? [] : [{ at: `${at}.from`, problem: 'declare the states that it starts from' }]
    if (from.length > 0) return [{ at: `${at}.from`, problem: 'a creation starts from no state; remove `from`' }]
    return transition.to === initial
      ? []
      : [{ at: `${at}.to`, problem: `a creation ends in "${initial}", the initial state` }]
  })

export const vocabularyProblems = (
  definition: StatesDefinition,
  states: readonly string[],
  operations: readonly NamedOperation[],
): readonly ContractProblem[] => {
  const problems: ContractProblem[] = []
  if (!states.includes(definition.initial))
    problems.push({ at: 'states.initial', problem: notAState(definition.initial, states) })
  for (const [index, state] of (definition.terminal ?? []).entries()) {
    if (!states.includes(state)) problems.push({ at: `states.terminal.${index}`, problem: notAState(state, states) })
  }
  if (definition.transitions !== undefined) problems.push(...tableProblems(definition.transitions, states, operations))
  return [...problems, ...operationProblems(definition, states, operations)]
}

export const reachabilityProblems = ({
  initial,
  terminal,
  states,
  transitions,
}: StateMachine): readonly ContractProblem[] => {
  const nextStates = (state: string): string[] => Object.values(transitions[state] ?? {})
  const previousStates = (state: string): string[] => states.filter((from) => nextStates(from).includes(state))
  const reachable = reachableFrom([initial], nextStates)
  const canEnd = reachableFrom(terminal, previousStates)
  return states.flatMap((state) => {
    const at = `states.transitions.${state}`
    if (!reachable.has(state))
      return [{ at, problem: `cannot be reached from "${initial}"; add a transition into it or remove it` }]
    if (terminal.includes(state)) {
      return nextStates(state).length === 0
        ? []
        : [{ at, problem: 'is terminal but has an outgoing transition; remove one of the two' }]
    }
    if (nextStates(state).length === 0)
      return [{ at, problem: 'has no outgoing transition; add one or list the state in states.terminal' }]
    return terminal.length === 0 || canEnd.has(state)
      ? []
      : [{ at, problem: `cannot reach a terminal state (${joinNames(terminal)})` }]
  })
}
