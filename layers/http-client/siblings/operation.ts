import type { Operation } from '../src/index.ts'

/** Operations by the names that callers use. Operations of an entity are nested below its name. */
export interface OperationTable {
  readonly [name: string]: Operation | OperationTable
}

export interface SiblingTable {
  readonly service: string
  readonly operations: OperationTable
}

export type SiblingTables = Readonly<Record<string, readonly SiblingTable[]>>

export const isOperation = (entry: Operation | OperationTable): entry is Operation => typeof entry.method === 'string'
