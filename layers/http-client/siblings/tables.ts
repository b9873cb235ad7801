import type { SiblingTables } from './operation.ts'

/**
 * The operations of the APIs that a function's access names in `asks`. The bundler puts them here, from the contracts
 * (lib/sibling-operations.ts), so a function carries those that it may call and no schema of a sibling. Tests pass
 * tables of their own.
 */
export const TABLES: SiblingTables = {}
