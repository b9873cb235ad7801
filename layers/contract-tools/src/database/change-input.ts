import type { ContractIR } from '@signet/contracts/ir'
import type { Column, Table } from './column.ts'

export interface ChangeInput {
  readonly ir: ContractIR
  readonly previous: ContractIR
  readonly before: Table
  readonly after: Table
  /** Old name -> new name of the fields that are renamed in this step. */
  readonly renames: ReadonlyMap<string, string>
  /** Older versions whose code still reads and writes the table. */
  readonly served: readonly string[]
  readonly backfill: Readonly<Record<string, unknown>>
}

/** Returns the value that fills a column of rows without it: that of the caller, or the schema's default. */
export const fillValue = ({ backfill }: Pick<ChangeInput, 'backfill'>, column: Column): unknown =>
  Object.hasOwn(backfill, column.name) ? backfill[column.name] : column.default
