import type { ContractIR } from '@signet/contracts/ir'
import type { GeneratedFiles } from '../generated-files.ts'
import { backfillStep } from './backfill-step.ts'
import { columnNamed, type Table } from './column.ts'
import { postgresDualWrites, postgresDualWritesEnd, sqliteDualWrites } from './dual-write.ts'
import { migrationFiles } from './migration-files.ts'
import { type MigrationStep, type Phase, together, type UnphasedStep } from './migration-step.ts'
import { postgresAlteration } from './postgres-alteration.ts'
import { quoted, type SqlDialect } from './sql-dialect.ts'
import { sqliteAlteration } from './sqlite-alteration.ts'
import { type ChangeOptions, type TableChange, tableChange } from './table-change.ts'
import { tableOf } from './table-model.ts'
import { createIndex, createTable } from './table-statements.ts'

export interface SqlMigrationOptions extends ChangeOptions {
  readonly dialect: SqlDialect
  /** The version that the database has now. Left out: from nothing. */
  readonly previous?: ContractIR | undefined
}

export interface SqlMigration {
  readonly files: GeneratedFiles
  readonly steps: readonly MigrationStep[]
}

const inPhase =
  (phase: Phase) =>
  (step: UnphasedStep): MigrationStep => ({ phase, ...step })

const fresh = (table: Table, dialect: SqlDialect): MigrationStep[] => [
  inPhase('expand')(
    together(
      `The table of the entity and its indexes.`,
      createTable(table, dialect),
      ...table.indexes.map((index) => createIndex(table, index)),
    ),
  ),
]

const dropped = (table: Table): MigrationStep[] => [
  inPhase('contract')(together('The entity is stored elsewhere now.', `DROP TABLE ${quoted(table.name)}`)),
]

const postgresSteps = ({ before, between, after, renames, backfills }: TableChange): MigrationStep[] => {
  const added = between.columns.filter(({ name }) => columnNamed(before, name) === undefined)
  const longer: Table = { ...before, columns: [...before.columns, ...added] }
  // The dual writes come before the old columns lose their defaults: no row of the old code may fall between.
  const expand = [
    ...postgresAlteration(before, longer),
    ...postgresDualWrites(between, renames),
    ...postgresAlteration(longer, between),
  ]
  const contract = [...postgresDualWritesEnd(between, renames), ...postgresAlteration(between, after)]
  return [
    ...expand.map(inPhase('expand')),
    ...backfills.map((backfill) => backfillStep(between, backfill, 'postgres')).map(inPhase('backfill')),
    ...contract.map(inPhase('contract')),
  ]
}

const sqliteSteps = ({ before, between, after, renames, backfills }: TableChange): MigrationStep[] => {
  const triggers = sqliteDualWrites(between, renames)
  return [
    ...sqliteAlteration(before, between, triggers).map(inPhase('expand')),
    ...backfills.map((backfill) => backfillStep(between, backfill, 'sqlite')).map(inPhase('backfill')),
    ...sqliteAlteration(between, after, []).map(inPhase('contract')),
  ]
}

const stepsOf = (ir: ContractIR, { dialect, previous, ...options }: SqlMigrationOptions): readonly MigrationStep[] => {
  const after = tableOf(ir)
  const before = previous === undefined ? undefined : tableOf(previous)
  if (after === undefined) return before === undefined ? [] : dropped(before)
  if (before === undefined || previous === undefined) return fresh(after, dialect)
  const change = tableChange({ ir, previous, before, after }, options)
  return dialect === 'postgres' ? postgresSteps(change) : sqliteSteps(change)
}

/**
 * The SQL that brings a database to this version of a contract: from nothing, or from the previous version in three phases
 * (expand, backfill, contract) between which the code of both versions works. Files are named
 * `<dialect>/<contract>/<version>/create.sql` or `<dialect>/<contract>/<old>-to-<new>/1-expand.sql` and so on; a phase
 * without steps has none. An entity without a table has neither steps nor files.
 * @throws ContractError when the schema cannot be a table, or the change would lose data or break a version still served.
 */
export const sqlMigration = (ir: ContractIR, options: SqlMigrationOptions): SqlMigration => {
  const steps = stepsOf(ir, options)
  return { steps, files: migrationFiles(ir, options.dialect, options.previous, steps) }
}
