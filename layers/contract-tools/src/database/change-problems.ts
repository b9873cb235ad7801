import type { ContractProblem } from '@signet/contracts'
import { sameJson } from '@signet/contracts/canonical'
import { type ChangeInput, fillValue } from './change-input.ts'
import { brokenRule, tighterChecks } from './check-rules.ts'
import { type Column, columnNamed, type Table } from './column.ts'
import { isConvertible } from './column-conversion.ts'

const listed = ({ served }: ChangeInput): string => served.join(', ')

const renameProblems = ({ ir, before, after, renames, previous }: ChangeInput): ContractProblem[] =>
  [...renames].flatMap(([from, to]) => {
    const at = `compat.renames.${from}`
    const old = columnNamed(before, from)
    const next = columnNamed(after, to)
    if (old === undefined)
      return [{ at, problem: `version ${previous.version} has no field "${from}"; remove the entry` }]
    if (next === undefined) return [{ at, problem: `"${to}" is not a field of the schema` }]
    if (columnNamed(before, to) !== undefined) {
      return [{ at, problem: `version ${previous.version} already has "${to}"; rename to a new name` }]
    }
    if (before.key.includes(from)) {
      return [
        { at, problem: `is part of the key, which identifies the rows; start a new table with a separate contract` },
      ]
    }
    const isSame = sameJson({ ...old, name: to }, next)
    const problem = `changes more than its name; rename it in ${ir.version} and change the rest in a later version`
    return isSame ? [] : [{ at, problem }]
  })

const narrowings = (current: Column, next: Column): readonly string[] => [
  ...(current.kind === next.kind ? [] : [`is ${next.kind} instead of ${current.kind}`]),
  ...(current.nullable && !next.nullable ? ['must be present'] : []),
  ...(current.kind === next.kind
    ? tighterChecks(current.checks, next.checks).map(({ kind }) => `has a tighter rule (${kind})`)
    : []),
]

const columnProblems = (input: ChangeInput, between: Table): ContractProblem[] =>
  input.before.columns.flatMap((old): ContractProblem[] => {
    const at = `schema.${old.name}`
    const next = columnNamed(input.after, old.name)
    const current = columnNamed(between, old.name)
    if (next === undefined || current === undefined) return []
    if (!isConvertible(old.kind, next.kind)) {
      const problem = `cannot turn ${old.kind} into ${next.kind} without a custom rule; add a field under another name and fill it`
      return [{ at, problem }]
    }
    if (old.kind !== next.kind && current.nullable && !next.nullable) {
      return [{ at, problem: 'changes its type and becomes required; change one now and the other in a later version' }]
    }
    const [narrowing] = narrowings(current, next)
    if (narrowing !== undefined && input.served.length > 0) {
      const problem = `${narrowing}, but version ${listed(input)} is still served and would break; undo the change, or remove the version from \`served\` when its major has no clients (--served none)`
      return [{ at, problem }]
    }
    return current.nullable && !next.nullable ? valueProblems(input, next, 'is now required') : []
  })

const valueProblems = (input: ChangeInput, column: Column, what: string): ContractProblem[] => {
  const at = `schema.${column.name}`
  const value = fillValue(input, column)
  if (value === undefined || value === null) {
    const problem = `${what}, and existing rows have no value: give it a .default(…), make it optional, or pass backfill: { ${JSON.stringify(column.name)}: … }`
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
  input.before.columns.flatMap((old) => {
    const isRemoved = columnNamed(input.after, old.name) === undefined && !input.renames.has(old.name)
    if (!isRemoved || old.nullable || input.served.length === 0) return []
    return valueProblems(input, old, `is removed, but version ${listed(input)} is still served and requires it`)
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

const indexProblems = (input: ChangeInput, between: Table): ContractProblem[] =>
  input.after.indexes.flatMap((index, i) => {
    const isKnown = [...input.before.indexes, ...between.indexes].some((existing) => sameJson(existing, index))
    if (isKnown || input.served.length === 0) return []
    const problem = `declares ${index.fields.join(', ')} as unique, but version ${listed(input)} is still served and may write duplicates; remove the version from \`served\` when its major has no clients (--served none)`
    return [{ at: `surfaces.db.indexes.${i}`, problem }]
  })

export const changeProblems = (input: ChangeInput, between: Table): readonly ContractProblem[] => [
  ...tableProblems(input),
  ...renameProblems(input),
  ...columnProblems(input, between),
  ...addedProblems(input),
  ...removedProblems(input),
  ...indexProblems(input, between),
]
