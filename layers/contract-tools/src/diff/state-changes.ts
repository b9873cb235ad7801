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

const endChanges = (before: StatesIR, after: StatesIR): Change[] => {
  const at = 'entity.states.terminal'
  const lost = before.terminal.filter((state) => !after.terminal.includes(state))
  const gained = after.terminal.filter((state) => !before.terminal.includes(state))
  return [
    ...lost.map((state) =>
      changeOf(
        'major',
        'terminal-removed',
        at,
        `"${state}" is not terminal anymore`,
        `callers stop waiting in it; ${KEEP_OR_RAISE}`,
      ),
    ),
    ...gained.map((state) =>
      changeOf('minor', 'terminal-added', at, `"${state}" is terminal now`, 'callers may stop waiting in it'),
    ),
  ]
}

type Row = Readonly<Record<string, string>>

const edgeChange = (
  from: string,
  operation: string,
  old: string | undefined,
  now: string | undefined,
  at: string,
): Change[] => {
  const where = `${at}.${from}.${operation}`
  if (old === now) return []
  if (old === undefined) {
    return [
      changeOf('minor', 'edge-added', where, `"${operation}" leads from ${from} to ${now}`, 'it was refused before'),
    ]
  }
  if (now === undefined) {
    return [
      changeOf(
        'major',
        'edge-removed',
        where,
        `"${operation}" is refused in ${from}`,
        `it led to ${old}; ${KEEP_OR_RAISE}`,
      ),
    ]
  }
  const what = `"${operation}" leads from ${from} to ${now}`
  return [changeOf('major', 'edge-target-changed', where, what, `callers expect ${old}; ${KEEP_OR_RAISE}`)]
}

/**
 * Returns the changes of the transition table. Edges of added or removed states and operations are not reported one by
 * one.
 */
const tableChanges = (before: StatesIR, after: StatesIR, removedNames: ReadonlySet<string>): Change[] =>
  keysOf(before.transitions, after.transitions).flatMap((from) => {
    if (!(before.states.includes(from) && after.states.includes(from))) return []
    const old: Row = before.transitions[from] ?? {}
    const now: Row = after.transitions[from] ?? {}
    return keysOf(old, now)
      .filter((operation) => !removedNames.has(operation))
      .flatMap((operation) => edgeChange(from, operation, old[operation], now[operation], 'entity.states.transitions'))
  })

/** Returns the changes of an operation's own transition. In a valid contract it agrees with the table. */
const ownChanges = (before: OperationIR | undefined, after: OperationIR | undefined): Change[] => {
  const old = before?.transition
  const now = after?.transition
  if (before === undefined || after === undefined || sameJson(old, now)) return []
  const states = [...new Set([...(old?.from ?? []), ...keysOf(old?.to, now?.to), ...(now?.from ?? [])])]
  const target = (transition: typeof old, state: string): string | undefined =>
    transition === undefined ? undefined : (transition.to[state] ?? (transition.from.includes(state) ? '?' : undefined))
  const at = `operations.${after.name}.transition`
  const start = `the state of a new entity was ${old?.initial ?? 'undefined'} and is ${now?.initial ?? 'undefined'}`
  return [
    ...states.flatMap((state) => edgeChange(state, after.name, target(old, state), target(now, state), at)),
    ...(old?.initial === now?.initial
      ? []
      : [
          changeOf(
            'major',
            'initial-state-changed',
            `${at}.initial`,
            start,
            `callers expect the earlier state; ${KEEP_OR_RAISE}`,
          ),
        ]),
  ]
}

const startChanges = (before: StatesIR, after: StatesIR): Change[] => [
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
  const old = before.entity?.states
  const now = after.entity?.states
  const fromOperations = before.operations.flatMap((operation) =>
    ownChanges(
      operation,
      after.operations.find(({ name }) => name === operation.name),
    ),
  )
  if (old === undefined || now === undefined || before.entity === undefined) {
    const at = 'entity.states'
    if (old === undefined && now !== undefined) {
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
    return old === undefined
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
  const isOpen = stateSchema(before, before.entity, old)['x-open'] === true
  const currentNames = after.operations.map(({ name }) => name)
  const removedNames = new Set(before.operations.map(({ name }) => name).filter((name) => !currentNames.includes(name)))
  const table = [
    ...startChanges(old, now),
    ...vocabularyChanges(old, now, isOpen),
    ...endChanges(old, now),
    ...tableChanges(old, now, removedNames),
  ]
  // The table defines the machine. An operation's own transition is only reported if the table does not show the
  // change.
  return table.length > 0 ? table : fromOperations
}
