export { type DynamoUpdate, dynamoFill } from './dynamo-fill.ts'
export type { KeyForm, KeyTemplate } from './dynamo-key.ts'
export { type DynamoMigration, type DynamoMigrationOptions, dynamoMigration } from './dynamo-migration.ts'
export {
  type DynamoIndexPlan,
  type DynamoLayout,
  type DynamoPlan,
  type DynamoPlanOptions,
  dynamoKeys,
  dynamoPlan,
} from './dynamo-plan.ts'
export type { DynamoFill, DynamoStep } from './dynamo-step.ts'
export { type DynamoIndexProps, type DynamoTableProps, dynamoTableProps, dynamoTableText } from './dynamo-table.ts'
export type { MigrationStep, Phase } from './migration-step.ts'
export { type Migration, type MigrationDialect, type MigrationOptions, migrations } from './migrations.ts'
export type { SqlDialect } from './sql-dialect.ts'
export { type SqlMigration, type SqlMigrationOptions, sqlMigration } from './sql-migration.ts'
export {
  type SqlStatement,
  type SqlTransition,
  type SqlTransitionOptions,
  type SqlValue,
  sqlTransition,
  type TransitionFailure,
  type TransitionSource,
} from './sql-transition.ts'
