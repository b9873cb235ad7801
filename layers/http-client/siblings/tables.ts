import type { SiblingTables } from './operation.ts'

/**
 * The operations of the APIs in `calls` of a function's access. The bundler inserts them from the contracts
 * (lib/sibling-operations.ts), so a function contains only the operations that it may call, without schemas. Tests pass
 * their own tables.
 */
export const TABLES: SiblingTables = {}
