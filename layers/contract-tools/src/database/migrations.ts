import type { ContractIR } from '@signet/contracts/ir'
import type { GeneratedFiles } from '../generated-files.ts'
import { type DynamoMigrationOptions, dynamoMigration } from './dynamo-migration.ts'
import type { DynamoStep } from './dynamo-step.ts'
import type { MigrationStep } from './migration-step.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sqlMigration } from './sql-migration.ts'

export type MigrationDialect = SqlDialect | 'dynamodb'

export interface MigrationOptions extends DynamoMigrationOptions {
  readonly dialect: MigrationDialect
}

export interface Migration {
  readonly files: GeneratedFiles
  readonly steps: readonly (MigrationStep | DynamoStep)[]
}

/**
 * Returns the migration of one contract for the dialect, from `sqlMigration` or `dynamoMigration`. `layout` and
 * `slots` apply to DynamoDB only.
 * @throws ContractError for the same changes as these functions.
 */
export const migrations = (ir: ContractIR, { dialect, ...options }: MigrationOptions): Migration => {
  if (dialect !== 'dynamodb') return sqlMigration(ir, { dialect, ...options })
  const { files, steps } = dynamoMigration(ir, options)
  return { files, steps }
}
