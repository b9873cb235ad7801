import { type MigrationStep, type SqlMigrationOptions, sqlMigration } from '@signet/contract-tools/database'
import type { ContractIR } from '@signet/contracts/ir'
import { apply, type Database } from './databases.ts'

export type StepOptions = Omit<SqlMigrationOptions, 'dialect' | 'previous'>

/** Returns the steps for an empty database, or from `previous`. */
export const stepsFor = (
  { dialect }: Database,
  ir: ContractIR,
  previous?: ContractIR,
  options: StepOptions = {},
): readonly MigrationStep[] => sqlMigration(ir, { dialect, previous, ...options }).steps

/** Installs this version in the database and returns its introspection. */
export const installFresh = async (db: Database, ir: ContractIR): Promise<unknown> => {
  await db.reset()
  await apply(db, stepsFor(db, ir))
  return db.introspection()
}
