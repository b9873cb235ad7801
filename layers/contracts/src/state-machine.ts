import type { ContractProblem } from './contract-error.ts'
import type { OperationDefinition, OperationKind } from './contract-types.ts'

/** `to` maps every state that the operation starts from to the state that it ends in; empty for a creation. */
export interface Transition {
  readonly from: readonly string[]
  readonly to: Readonly<Record<string, string>>
  /** State of a new entity, on creations only. */
  readonly initial?: string
}

export interface StateMachine {
  readonly field: string
  readonly initial: string
  readonly terminal: readonly string[]
  readonly states: readonly string[]
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface StatesDefinition {
  readonly field: string
  readonly initial: string
  readonly terminal?: readonly string[] | undefined
  readonly transitions?: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> | undefined
}

export interface NamedOperation {
  readonly name: string
  readonly kind: OperationKind
  readonly definition: OperationDefinition
}

type TransitionTable = Record<string, Record<string, string>>

const sourceStates = ({ transition }: OperationDefinition): readonly string[] => {
  const from = transition?.from ?? []
  return typeof from === 'string' ? [from] : from
}

const tableOfOperations = (states: readonly string[], operations: readonly NamedOperation[]): TransitionTable => {
  const table: TransitionTable = Object.fromEntries(states.map((state) => [state, {}]))
  for (const { name, kind, definition } of operations) {
    if (kind === 'create' || definition.transition === undefined) continue
    for (const from of sourceStates(definition)) {
      const row = table[from]
      if (row !== undefined) row[name] = definition.transition.to
    }
  }
  return table
}

const disagreements = (table: TransitionTable, operations: readonly NamedOperation[]): ContractProblem[] =>
  operations.flatMap(({ name, kind, definition: { transition }, definition }) => {
    if (transition === undefined || kind === 'create') return []
    const tableEntries = Object.entries(table).filter(([, row]) => row[name] !== undefined)
    const agrees =
      tableEntries.length === sourceStates(definition).length &&
      tableEntries.every(([from, row]) => sourceStates(definition).includes(from) && row[name] === transition.to)
    if (agrees) return []
    const declared = tableEntries.map(([from, row]) => `${from} -> ${row[name]}`).join(', ') || 'nothing'
    const problem = `declares ${sourceStates(definition).join(' | ')} -> ${transition.to}, but states.transitions declares ${declared}; remove one of the two`
    return [{ at: `operations.${name}.transition`, problem }]
  })

/**
 * Builds the machine from `states.transitions`, or from the transitions of the operations if it is absent. If both
 * exist, reports the operations that disagree with the table.
 */
export const reconciledMachine = (
  definition: StatesDefinition,
  states: readonly string[],
  operations: readonly NamedOperation[],
): { machine: StateMachine; problems: readonly ContractProblem[] } => {
  const { field, initial, transitions } = definition
  const declaredTable = transitions as TransitionTable | undefined
  const table = declaredTable ?? tableOfOperations(states, operations)
  const terminal = definition.terminal ?? states.filter((state) => Object.keys(table[state] ?? {}).length === 0)
  const sorted = Object.fromEntries(states.map((state) => [state, { ...table[state] }]))
  return {
    machine: { field, initial, terminal: [...terminal], states: [...states], transitions: sorted },
    problems: declaredTable === undefined ? [] : disagreements(declaredTable, operations),
  }
}

export const transitionOf = (machine: StateMachine, { name, kind }: NamedOperation): Transition | undefined => {
  if (kind === 'create') return { from: [], to: {}, initial: machine.initial }
  const steps = Object.entries(machine.transitions).flatMap(([from, row]) => {
    const to = row[name]
    return to === undefined ? [] : [[from, to] as const]
  })
  return steps.length === 0 ? undefined : { from: steps.map(([from]) => from), to: Object.fromEntries(steps) }
}
