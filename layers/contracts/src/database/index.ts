export type { MigrationStep, Phase } from './migration-step.ts'
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
