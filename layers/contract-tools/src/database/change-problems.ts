import type { ContractProblem } from '@signet/contracts'
import { sameJson } from '@signet/contracts/canonical'
import { type ChangeInput, fillValue } from './change-input.ts'
import { brokenRule, tighterChecks } from './check-rules.ts'
import { type Column, columnNamed, type Table } from './column.ts'
import { isConvertible } from './column-conversion.ts'

const servedText = ({ served }: ChangeInput): string => served.join(', ')

const renameProblems = ({ ir, before, after, renames, previous }: ChangeInput): ContractProblem[] =>
  [...renames].flatMap(([from, to]) => {
    const at = `compat.renames.${from}`
    const oldColumn = columnNamed(before, from)
    const newColumn = columnNamed(after, to)
    if (oldColumn === undefined)
      return [{ at, problem: `version ${previous.version} has no field "${from}"; remove the entry` }]
    if (newColumn === undefined) return [{ at, problem: `"${to}" is not a field of the schema` }]
    if (columnNamed(before, to) !== undefined) {
      return [{ at, problem: `version ${previous.version} already has "${to}"; rename to a new name` }]
    }
    if (before.key.includes(from)) {
      return [
        { at, problem: `is part of the key, which identifies the rows; start a new table with a separate contract` },
      ]
    }
    const isSame = sameJson({ ...oldColumn, name: to }, newColumn)
    const problem = `changes more than its name; rename it in ${ir.version} and change the rest in a later version`
    return isSame ? [] : [{ at, problem }]
  })

const narrowings = (current: Column, newColumn: Column): readonly string[] => [
  ...(current.kind === newColumn.kind ? [] : [`is ${newColumn.kind} instead of ${current.kind}`]),
  ...(current.nullable && !newColumn.nullable ? ['must be present'] : []),
  ...(current.kind === newColumn.kind
    ? tighterChecks(current.checks, newColumn.checks).map(({ kind }) => `has a tighter rule (${kind})`)
    : []),
]

const columnProblems = (input: ChangeInput, transitional: Table): ContractProblem[] =>
  input.before.columns.flatMap((oldColumn): ContractProblem[] => {
    const at = `schema.${oldColumn.name}`
    const newColumn = columnNamed(input.after, oldColumn.name)
    const current = columnNamed(transitional, oldColumn.name)
    if (newColumn === undefined || current === undefined) return []
    if (!isConvertible(oldColumn.kind, newColumn.kind)) {
      const problem = `cannot turn ${oldColumn.kind} into ${newColumn.kind} without a custom rule; add a field under another name and fill it`
      return [{ at, problem }]
    }
    if (oldColumn.kind !== newColumn.kind && current.nullable && !newColumn.nullable) {
      return [{ at, problem: 'changes its type and becomes required; change one now and the other in a later version' }]
    }
    const [narrowing] = narrowings(current, newColumn)
    if (narrowing !== undefined && input.served.length > 0) {
      const problem = `${narrowing}, but version ${servedText(input)} is still served and would break; undo the change, or remove the version from \`served\` when its major has no clients (--served none)`
      return [{ at, problem }]
    }
    return current.nullable && !newColumn.nullable ? valueProblems(input, newColumn, 'is now required') : []
  })

const valueProblems = (input: ChangeInput, column: Column, reason: string): ContractProblem[] => {
  const at = `schema.${column.name}`
  const value = fillValue(input, column)
  if (value === undefined || value === null) {
    const problem = `${reason}, and existing rows have no value: give it a .default(…), make it optional, or pass backfill: { ${JSON.stringify(column.name)}: … }`
    return [{ at, problem }]
  }
  const broken = brokenRule(column, value)
  const problem = `the backfill ${JSON.stringify(value)} breaks a rule of the field (${broken}); choose another`
  return broken === undefined ? [] : [{ at, problem }]
}

const addedProblems = (input: ChangeInput): ContractProblem[] => {
  const renamed = [...input.renames.values()]
  return input.after.columns.flatMap((column) => {
    const isNew = columnNamed(input.before, column.name) === undefined && !renamed.includes(column.name)
    return isNew && !column.nullable ? valueProblems(input, column, 'is new and required') : []
  })
}

/** The old version still reads its required columns, even in rows that the new version writes without them. */
const removedProblems = (input: ChangeInput): ContractProblem[] =>
  input.before.columns.flatMap((oldColumn) => {
    const isRemoved = columnNamed(input.after, oldColumn.name) === undefined && !input.renames.has(oldColumn.name)
    if (!isRemoved || oldColumn.nullable || input.served.length === 0) return []
    return valueProblems(
      input,
      oldColumn,
      `is removed, but version ${servedText(input)} is still served and requires it`,
    )
  })

const tableProblems = ({ before, after, renames }: ChangeInput): ContractProblem[] => {
  if (before.name !== after.name) {
    return [
      {
        at: 'surfaces.db.table',
        problem: `was "${before.name}"; keep the name, or use a separate contract for the new table`,
      },
    ]
  }
  const isSame = sameJson(
    before.key.map((name) => renames.get(name) ?? name),
    after.key,
  )
  const problem = `was ${before.key.join(', ')}; a key identifies the rows and cannot change: start a new table with a separate contract`
  return isSame ? [] : [{ at: 'surfaces.db.key', problem }]
}

const indexProblems = (input: ChangeInput, transitional: Table): ContractProblem[] =>
  input.after.indexes.flatMap((index, i) => {
    const isKnown = [...input.before.indexes, ...transitional.indexes].some((existing) => sameJson(existing, index))
    if (isKnown || input.served.length === 0) return []
    const problem = `declares ${index.fields.join(', ')} as unique, but version ${servedText(input)} is still served and may write duplicates; remove the version from \`served\` when its major has no clients (--served none)`
    return [{ at: `surfaces.db.indexes.${i}`, problem }]
  })

export const changeProblems = (input: ChangeInput, transitional: Table): readonly ContractProblem[] => [
  ...tableProblems(input),
  ...renameProblems(input),
  ...columnProblems(input, transitional),
  ...addedProblems(input),
  ...removedProblems(input),
  ...indexProblems(input, transitional),
]
