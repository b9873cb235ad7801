import type { Table } from './column.ts'
import { alone, together, type UnphasedStep } from './migration-step.ts'
import { dollarQuoted, quoted, type SqlDialect } from './sql-dialect.ts'
import type { Backfill } from './table-change.ts'
import { columnLiteral } from './table-statements.ts'

const ROWS_AT_A_TIME = 1000

/** Batches that commit one by one, so that no row stays locked for long and an interruption loses nothing. */
const inBatches = (table: Table, set: string, where: string): string => {
  const rows = `SELECT ctid FROM ${quoted(table.name)} WHERE ${where} LIMIT ${ROWS_AT_A_TIME} FOR UPDATE SKIP LOCKED`
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

/** Gives rows the value that they lack. Rows that have one are left alone, so a second run changes nothing. */
export const backfillStep = (table: Table, backfill: Backfill, dialect: SqlDialect): UnphasedStep => {
  const { column } = backfill
  const name = quoted(column.name)
  const [value, where, why] =
    'from' in backfill
      ? [
          quoted(backfill.from.name),
          `${name} IS NULL AND ${quoted(backfill.from.name)} IS NOT NULL`,
          `Rows from before the rename get ${column.name} from ${backfill.from.name}.`,
        ]
      : [columnLiteral(column, backfill.value, dialect), `${name} IS NULL`, `Rows without ${column.name} get it.`]
  if (dialect === 'postgres') return alone(why, inBatches(table, `${name} = ${value}`, where))
  return together(why, `UPDATE ${quoted(table.name)} SET ${name} = ${value} WHERE ${where}`)
}
