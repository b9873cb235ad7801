import { ContractError, type ContractProblem, refuseProblems } from '@signet/contracts'
import type { ContractIR, DatabaseIR, EntityIR, IndexIR, JsonSchema } from '@signet/contracts/ir'
import { resolveReference } from '@signet/contracts/ir'
import { brokenRule } from './check-rules.ts'
import type { Column, Table, TableIndex } from './column.ts'
import { columnShape } from './column-shape.ts'
import { sqlName } from './sql-dialect.ts'

/** The column that counts the writes of a row. Added to every table, unless the schema has a field with this name. */
export const VERSION_FIELD = 'version'

/** Names of PostgreSQL's system columns. */
const SYSTEM_COLUMNS = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']
const JSON_KINDS = ['object', 'array', 'json']

const fieldsOf = (ir: ContractIR, entity: EntityIR): readonly Column[] => {
  const schema = resolveReference(ir, entity.schema)
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries(properties).map(([name, field]) => {
    const shape = columnShape(ir, field)
    return { name, ...shape, nullable: shape.nullable || !required.includes(name) }
  })
}

const tableIndex = (table: string, { fields, unique }: IndexIR): TableIndex => ({
  name: sqlName(`${table}_${fields.join('_')}_${unique ? 'key' : 'idx'}`),
  fields,
  unique,
})

const nameProblems = (columns: readonly Column[]): ContractProblem[] => {
  const nameByLowerCase = new Map<string, string>()
  return columns.flatMap(({ name }) => {
    const at = `schema.${name}`
    const earlierName = nameByLowerCase.get(name.toLowerCase())
    nameByLowerCase.set(name.toLowerCase(), name)
    if (name === '' || name.includes('\0')) return [{ at, problem: 'cannot be the name of a column; rename it' }]
    if (earlierName !== undefined) {
      return [{ at, problem: `differs from "${earlierName}" only in case, which SQLite ignores; rename one` }]
    }
    return SYSTEM_COLUMNS.includes(name) ? [{ at, problem: 'is a system column of PostgreSQL; rename it' }] : []
  })
}

const defaultProblems = (columns: readonly Column[]): ContractProblem[] =>
  columns.flatMap((column) => {
    const broken = column.default === undefined ? undefined : brokenRule(column, column.default)
    if (broken === undefined) return []
    const text = JSON.stringify(column.default)
    return [
      { at: `schema.${column.name}`, problem: `its default ${text} breaks its own rule (${broken}); fix one of them` },
    ]
  })

const keyProblems = (key: readonly string[], columns: readonly Column[]): ContractProblem[] =>
  key.flatMap((name, i) => {
    const at = `surfaces.db.key.${i}`
    const column = columns.find((candidate) => candidate.name === name)
    if (column === undefined) return [{ at, problem: `"${name}" is not a field of the schema` }]
    if (column.nullable) return [{ at, problem: `"${name}" may be missing or null; make it required in the schema` }]
    if (JSON_KINDS.includes(column.kind))
      return [{ at, problem: `"${name}" contains JSON, which cannot be a key; use a string or an integer` }]
    return []
  })

const versionProblems = (columns: readonly Column[]): ContractProblem[] => {
  const versionColumn = columns.find(({ name }) => name === VERSION_FIELD)
  if (versionColumn === undefined || (versionColumn.kind === 'integer' && !versionColumn.nullable)) return []
  const problem = 'counts the writes of a row, to prevent lost updates; make it z.int() or rename the field'
  return [{ at: `schema.${VERSION_FIELD}`, problem }]
}

const indexProblems = (indexes: readonly TableIndex[], columns: readonly Column[]): ContractProblem[] =>
  indexes.flatMap(({ name, fields }, i) => {
    const at = `surfaces.db.indexes.${i}`
    const unknown = fields.filter((field) => !columns.some((column) => column.name === field))
    if (unknown.length > 0) return [{ at, problem: `"${unknown.join('", "')}" is not a field of the schema` }]
    const isDuplicate = indexes.findIndex((index) => index.name === name) < i
    return isDuplicate ? [{ at, problem: `another index has the same name "${name}"; remove one` }] : []
  })

const checkedTable = (ir: ContractIR, db: DatabaseIR, fields: readonly Column[]): Table => {
  const indexes = db.indexes.map((index) => tableIndex(db.table, index))
  const reserved = /^sqlite_/i.test(db.table)
    ? [{ at: 'surfaces.db.table', problem: `"${db.table}" has the prefix of SQLite's internal tables; rename it` }]
    : []
  refuseProblems(ir.name, [
    ...reserved,
    ...nameProblems(fields),
    ...defaultProblems(fields),
    ...keyProblems(db.key, fields),
    ...versionProblems(fields),
    ...indexProblems(indexes, fields),
  ])
  const versionCounter: Column = { name: VERSION_FIELD, kind: 'integer', nullable: false, default: 1, checks: [] }
  const columns = fields.some(({ name }) => name === VERSION_FIELD) ? fields : [...fields, versionCounter]
  return { name: db.table, columns, key: db.key, indexes }
}

/**
 * Returns the table of an entity; `undefined` if it is stored elsewhere.
 * @throws ContractError if the schema cannot be a table: names, keys, indexes or defaults that SQL would refuse.
 */
export const tableOf = (ir: ContractIR): Table | undefined => {
  const { entity } = ir
  if (entity?.db === undefined) return undefined
  const fields = fieldsOf(ir, entity)
  if (fields.length === 0) {
    throw new ContractError(ir.name, [{ at: 'schema', problem: 'has no fields to store; add some' }])
  }
  return checkedTable(ir, entity.db, fields)
}
