import { sameJson } from '@signet/contracts/canonical'
import type { ContractIR, EntityIR, JsonSchema, OperationIR, StatesIR } from '@signet/contracts/ir'
import { type Change, changeOf, KEEP_OR_RAISE, keysOf } from './change.ts'
import { resolvedSchema } from './schema-walk.ts'

const stateSchema = (ir: ContractIR, { schema }: EntityIR, { field }: StatesIR): JsonSchema => {
  const { properties } = resolvedSchema(ir, schema)
  const state = (properties as Readonly<Record<string, JsonSchema>> | undefined)?.[field]
  return state === undefined ? {} : { ...resolvedSchema(ir, state), ...state }
}

const vocabularyChanges = (before: StatesIR, after: StatesIR, isOpen: boolean): Change[] => {
  const at = 'entity.states.states'
  const added = after.states.filter((state) => !before.states.includes(state))
  const removed = before.states.filter((state) => !after.states.includes(state))
  return [
    ...added.map((state) =>
      isOpen
        ? changeOf('minor', 'state-added', at, `the state "${state}" is new`, 'x-open announced new values to readers')
        : changeOf(
            'major',
            'state-added',
            at,
            `the state "${state}" is new`,
            `readers do not expect it; declare the field x-open in a major version first, or raise the major version`,
          ),
    ),
    ...removed.map((state) =>
      changeOf(
        'major',
        'state-removed',
        at,
        `the state "${state}" was removed`,
        `rows may be in it and callers wait for it; ${KEEP_OR_RAISE}`,
      ),
    ),
  ]
}

const terminalChanges = (before: StatesIR, after: StatesIR): Change[] => {
  const at = 'entity.states.terminal'
  const noLongerTerminal = before.terminal.filter((state) => !after.terminal.includes(state))
  const newlyTerminal = after.terminal.filter((state) => !before.terminal.includes(state))
  return [
    ...noLongerTerminal.map((state) =>
      changeOf(
        'major',
        'terminal-removed',
        at,
        `"${state}" is not terminal anymore`,
        `callers stop waiting in it; ${KEEP_OR_RAISE}`,
      ),
    ),
    ...newlyTerminal.map((state) =>
      changeOf('minor', 'terminal-added', at, `"${state}" is terminal now`, 'callers may stop waiting in it'),
    ),
  ]
}

type TransitionRow = Readonly<Record<string, string>>

const edgeChange = (
  from: string,
  operation: string,
  oldTarget: string | undefined,
  newTarget: string | undefined,
  at: string,
): Change[] => {
  const changePath = `${at}.${from}.${operation}`
  if (oldTarget === newTarget) return []
  if (oldTarget === undefined) {
    return [
      changeOf(
        'minor',
        'edge-added',
        changePath,
        `"${operation}" leads from ${from} to ${newTarget}`,
        'it was refused before',
      ),
    ]
  }
  if (newTarget === undefined) {
    return [
      changeOf(
        'major',
        'edge-removed',
        changePath,
        `"${operation}" is refused in ${from}`,
        `it led to ${oldTarget}; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  const what = `"${operation}" leads from ${from} to ${newTarget}`
  return [changeOf('major', 'edge-target-changed', changePath, what, `callers expect ${oldTarget}; ${KEEP_OR_RAISE}`)]
}

/**
 * Returns the changes of the transition table. Edges of added or removed states and operations are not reported one by
 * one.
 */
const tableChanges = (before: StatesIR, after: StatesIR, removedNames: ReadonlySet<string>): Change[] =>
  keysOf(before.transitions, after.transitions).flatMap((from) => {
    if (!(before.states.includes(from) && after.states.includes(from))) return []
    const oldRow: TransitionRow = before.transitions[from] ?? {}
    const newRow: TransitionRow = after.transitions[from] ?? {}
    return keysOf(oldRow, newRow)
      .filter((operation) => !removedNames.has(operation))
      .flatMap((operation) =>
        edgeChange(from, operation, oldRow[operation], newRow[operation], 'entity.states.transitions'),
      )
  })

/** Returns the changes of an operation's own transition. In a valid contract it agrees with the table. */
const transitionChanges = (before: OperationIR | undefined, after: OperationIR | undefined): Change[] => {
  const oldTransition = before?.transition
  const newTransition = after?.transition
  if (before === undefined || after === undefined || sameJson(oldTransition, newTransition)) return []
  const states = [
    ...new Set([
      ...(oldTransition?.from ?? []),
      ...keysOf(oldTransition?.to, newTransition?.to),
      ...(newTransition?.from ?? []),
    ]),
  ]
  const target = (transition: typeof oldTransition, state: string): string | undefined =>
    transition === undefined ? undefined : (transition.to[state] ?? (transition.from.includes(state) ? '?' : undefined))
  const at = `operations.${after.name}.transition`
  const initialText = `the state of a new entity was ${oldTransition?.initial ?? 'undefined'} and is ${newTransition?.initial ?? 'undefined'}`
  return [
    ...states.flatMap((state) =>
      edgeChange(state, after.name, target(oldTransition, state), target(newTransition, state), at),
    ),
    ...(oldTransition?.initial === newTransition?.initial
      ? []
      : [
          changeOf(
            'major',
            'initial-state-changed',
            `${at}.initial`,
            initialText,
            `callers expect the earlier state; ${KEEP_OR_RAISE}`,
          ),
        ]),
  ]
}

const initialChanges = (before: StatesIR, after: StatesIR): Change[] => [
  ...(before.field === after.field
    ? []
    : [
        changeOf(
          'major',
          'state-field-changed',
          'entity.states.field',
          `the state field is "${after.field}"`,
          `callers read "${before.field}"; ${KEEP_OR_RAISE}`,
        ),
      ]),
  ...(before.initial === after.initial
    ? []
    : [
        changeOf(
          'major',
          'initial-state-changed',
          'entity.states.initial',
          `the state of a new entity is ${after.initial}`,
          `callers expect ${before.initial}; ${KEEP_OR_RAISE}`,
        ),
      ]),
]

export const stateChanges = (before: ContractIR, after: ContractIR): Change[] => {
  const oldStates = before.entity?.states
  const newStates = after.entity?.states
  const fromOperations = before.operations.flatMap((operation) =>
    transitionChanges(
      operation,
      after.operations.find(({ name }) => name === operation.name),
    ),
  )
  if (oldStates === undefined || newStates === undefined || before.entity === undefined) {
    const at = 'entity.states'
    if (oldStates === undefined && newStates !== undefined) {
      return [
        changeOf(
          'major',
          'machine-added',
          at,
          'a state machine was added',
          `it refuses calls that were accepted; ${KEEP_OR_RAISE}`,
        ),
      ]
    }
    return oldStates === undefined
      ? fromOperations
      : [
          changeOf(
            'major',
            'machine-removed',
            at,
            'the state machine was removed',
            `callers rely on it; ${KEEP_OR_RAISE}`,
          ),
        ]
  }
  const isOpen = stateSchema(before, before.entity, oldStates)['x-open'] === true
  const currentNames = after.operations.map(({ name }) => name)
  const removedNames = new Set(before.operations.map(({ name }) => name).filter((name) => !currentNames.includes(name)))
  const tableDifferences = [
    ...initialChanges(oldStates, newStates),
    ...vocabularyChanges(oldStates, newStates, isOpen),
    ...terminalChanges(oldStates, newStates),
    ...tableChanges(oldStates, newStates, removedNames),
  ]
  // The table defines the machine. An operation's own transition is only reported if the table does not show the
  // change.
  return tableDifferences.length > 0 ? tableDifferences : fromOperations
}
