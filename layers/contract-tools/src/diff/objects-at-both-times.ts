import type { JsonSchema } from '@signet/contracts/ir'
import type { Change } from './change.ts'
import type { Schema, SchemaWalk } from './schema-walk.ts'

/** The comparison of inner schemas, passed in because it recurs through objects. */
export type Compare = (walk: SchemaWalk, before: Schema, after: Schema, at: string) => Change[]
export type Properties = Readonly<Record<string, Schema>>

export interface Objects {
  readonly walk: SchemaWalk
  readonly compare: Compare
  readonly before: JsonSchema
  readonly after: JsonSchema
  readonly at: string
}
