import type { ContractIR } from '@signet/contracts/ir'
import { kebabCase } from '@signet/contracts/names'
import type { GeneratedFiles } from '../generated-files.ts'
import { columnNamed, type Table } from './column.ts'
import { postgresDualWriteRemovals, postgresDualWrites, sqliteDualWrites } from './dual-write.ts'
import {
  inTransaction,
  type MigrationStep,
  outsideTransaction,
  type Phase,
  type UnphasedStep,
} from './migration-step.ts'
import { postgresAlteration } from './postgres-alteration.ts'
import { dollarQuoted, quoted, type SqlDialect } from './sql-dialect.ts'
import { sqliteAlteration } from './sqlite-alteration.ts'
import { type Backfill, type ChangeOptions, type TableChange, tableChange } from './table-change.ts'
import { tableOf } from './table-model.ts'
import { columnLiteral, createIndex, createTable } from './table-statements.ts'

const BATCH_ROWS = 1000

/**
 * Returns an update in batches that commit one by one, so that no row is locked for long and an interruption loses
 * nothing. The last statement updates the rows that the batches skipped, because other transactions had locked them.
 */
const batchedUpdate = (table: Table, set: string, where: string): string => {
  const rows = `SELECT ctid FROM ${quoted(table.name)} WHERE ${where} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED`
  const body = [
    'BEGIN',
    '  LOOP',
    `    UPDATE ${quoted(table.name)} SET ${set} WHERE ctid = ANY (ARRAY(${rows}));`,
    '    EXIT WHEN NOT FOUND;',
    '    COMMIT;',
    '  END LOOP;',
    `  UPDATE ${quoted(table.name)} SET ${set} WHERE ${where};`,
    'END',
  ].join('\n')
  return `DO ${dollarQuoted(body)}`
}

/** Returns the step that fills missing values. Rows with a value are not changed, so a second run has no effect. */
const backfillStep = (table: Table, backfill: Backfill, dialect: SqlDialect): UnphasedStep => {
  const { column } = backfill
  const name = quoted(column.name)
  const [value, where, why] =
    'from' in backfill
      ? [
          quoted(backfill.from.name),
          `${name} IS NULL AND ${quoted(backfill.from.name)} IS NOT NULL`,
          `Rows from before the rename get ${column.name} from ${backfill.from.name}.`,
        ]
      : [
          columnLiteral(column, backfill.value, dialect),
          `${name} IS NULL`,
          `Rows without ${column.name} get its value.`,
        ]
  if (dialect === 'postgres') return outsideTransaction(why, batchedUpdate(table, `${name} = ${value}`, where))
  return inTransaction(why, `UPDATE ${quoted(table.name)} SET ${name} = ${value} WHERE ${where}`)
}

const PHASES: readonly (readonly [phase: Phase, file: string, when: string])[] = [
  ['expand', '1-expand.sql', 'Run it before the new code. The old code continues to work.'],
  [
    'backfill',
    '2-backfill.sql',
    'Run it when the new code writes, and again before 3-contract.sql. A second run changes nothing.',
  ],
  ['contract', '3-contract.sql', 'Run it when no old code is running.'],
]

/** Returns a comment of one line, even for a name with line breaks. */
const sqlComment = (text: string): string => `-- ${text.replaceAll(/\p{Cc}|\u2028|\u2029/gu, ' ')}`

const stepText = ({ why, statements, transaction }: MigrationStep): string => {
  const lines = statements.map((statement) => `${statement};`)
  const block = transaction && lines.length > 1 ? ['BEGIN;', ...lines, 'COMMIT;'] : lines
  return [sqlComment(why), ...block].join('\n')
}

const fileText = (headerLines: readonly string[], steps: readonly MigrationStep[]): string =>
  `${[headerLines.map(sqlComment).join('\n'), ...steps.map(stepText)].join('\n\n')}\n`

/** By default, both clients continue after an error, and would drop data that was not copied. */
const RUN_COMMANDS: Readonly<Record<SqlDialect, string>> = {
  postgres: 'Stop at the first error: psql -v ON_ERROR_STOP=1 -f <this file>',
  sqlite: 'Stop at the first error: sqlite3 -bail <database> < <this file>',
}

const migrationFiles = (
  ir: ContractIR,
  dialect: SqlDialect,
  previous: ContractIR | undefined,
  steps: readonly MigrationStep[],
): GeneratedFiles => {
  const folder = `${dialect}/${kebabCase(ir.name)}`
  const isEmptyDatabase = previous?.entity?.db === undefined
  if (isEmptyDatabase) {
    const headerLines = [`${ir.name} ${ir.version}, for an empty database.`, RUN_COMMANDS[dialect]]
    return steps.length === 0 ? {} : { [`${folder}/${ir.version}/create.sql`]: fileText(headerLines, steps) }
  }
  const files = PHASES.flatMap(([phase, file, when]) => {
    const phaseSteps = steps.filter((step) => step.phase === phase)
    const headerLines = [`${ir.name} ${previous.version} to ${ir.version}: ${phase}.`, when, RUN_COMMANDS[dialect]]
    const path = `${folder}/${previous.version}-to-${ir.version}/${file}`
    return phaseSteps.length === 0 ? [] : [[path, fileText(headerLines, phaseSteps)] as const]
  })
  return Object.fromEntries(files)
}

export interface SqlMigrationOptions extends ChangeOptions {
  readonly dialect: SqlDialect
  /** The current version of the database; omitted for an empty database. */
  readonly previous?: ContractIR | undefined
}

export interface SqlMigration {
  readonly files: GeneratedFiles
  readonly steps: readonly MigrationStep[]
}

const inPhase =
  (phase: Phase) =>
  (step: UnphasedStep): MigrationStep => ({ phase, ...step })

const creationSteps = (table: Table, dialect: SqlDialect): MigrationStep[] => [
  inPhase('expand')(
    inTransaction(
      `The table of the entity and its indexes.`,
      createTable(table, dialect),
      ...table.indexes.map((index) => createIndex(table, index)),
    ),
  ),
]

const removalSteps = (table: Table): MigrationStep[] => [
  inPhase('contract')(
    inTransaction('The entity is no longer stored in this table.', `DROP TABLE ${quoted(table.name)}`),
  ),
]

const postgresSteps = ({ before, transitional, after, renames, backfills }: TableChange): MigrationStep[] => {
  const added = transitional.columns.filter(({ name }) => columnNamed(before, name) === undefined)
  const extended: Table = { ...before, columns: [...before.columns, ...added] }
  // The dual writes start before the old columns lose their defaults, so that every row of the old code is covered.
  const expand = [
    ...postgresAlteration(before, extended),
    ...postgresDualWrites(transitional, renames),
    ...postgresAlteration(extended, transitional),
  ]
  const contract = [...postgresDualWriteRemovals(transitional, renames), ...postgresAlteration(transitional, after)]
  return [
    ...expand.map(inPhase('expand')),
    ...backfills.map((backfill) => backfillStep(transitional, backfill, 'postgres')).map(inPhase('backfill')),
    ...contract.map(inPhase('contract')),
  ]
}

const sqliteSteps = ({ before, transitional, after, renames, backfills }: TableChange): MigrationStep[] => {
  const triggers = sqliteDualWrites(transitional, renames)
  return [
    ...sqliteAlteration(before, transitional, triggers).map(inPhase('expand')),
    ...backfills.map((backfill) => backfillStep(transitional, backfill, 'sqlite')).map(inPhase('backfill')),
    ...sqliteAlteration(transitional, after, []).map(inPhase('contract')),
  ]
}

const stepsOf = (ir: ContractIR, { dialect, previous, ...options }: SqlMigrationOptions): readonly MigrationStep[] => {
  const after = tableOf(ir)
  const before = previous === undefined ? undefined : tableOf(previous)
  if (after === undefined) return before === undefined ? [] : removalSteps(before)
  if (before === undefined || previous === undefined) return creationSteps(after, dialect)
  const change = tableChange({ ir, previous, before, after }, options)
  return dialect === 'postgres' ? postgresSteps(change) : sqliteSteps(change)
}

/**
 * Generates the SQL that migrates a database to this version of a contract: from an empty database, or from the
 * previous version in three phases (expand, backfill, contract). Between the phases, the code of both versions works.
 * Files are named `<dialect>/<contract>/<version>/create.sql` or `<dialect>/<contract>/<old>-to-<new>/1-expand.sql` and
 * so on; a phase without steps has no file. An entity without a table has neither steps nor files.
 * @throws ContractError if the schema cannot be a table, or the change would lose data or break a version still served.
 */
export const sqlMigration = (ir: ContractIR, options: SqlMigrationOptions): SqlMigration => {
  const steps = stepsOf(ir, options)
  return { steps, files: migrationFiles(ir, options.dialect, options.previous, steps) }
}
