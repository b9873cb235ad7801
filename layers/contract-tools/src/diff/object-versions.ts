import type { JsonSchema } from '@signet/contracts/ir'
import type { Change } from './change.ts'
import type { Schema, SchemaWalk } from './schema-walk.ts'

/** The comparison of inner schemas, passed as a parameter because it is recursive. */
export type Compare = (walk: SchemaWalk, before: Schema, after: Schema, at: string) => Change[]
export type Properties = Readonly<Record<string, Schema>>

/** Two versions of a schema at the path `at`. */
export interface ObjectVersions {
  readonly walk: SchemaWalk
  readonly compare: Compare
  readonly before: JsonSchema
  readonly after: JsonSchema
  readonly at: string
}
