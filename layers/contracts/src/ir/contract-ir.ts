import type { Rate } from '../rate.ts'
import type { Method } from '../route-pattern.ts'

/** A JSON Schema, draft 2020-12. References to shared schemas have the form `#/schemas/<Name>`. */
export type JsonSchema = { readonly [keyword: string]: unknown }

export interface RouteIR {
  readonly method: Method
  /** With `:param` segments. */
  readonly path: string
  /** With `{param}` segments. */
  readonly pathTemplate: string
}

export interface BodyIR {
  readonly type: 'json' | 'bytes' | 'text'
  readonly required: boolean
  readonly schema?: JsonSchema
  readonly maxBytes?: number
  readonly mediaTypes: readonly string[]
}

export interface RequestIR {
  readonly params?: JsonSchema
  readonly query?: JsonSchema
  readonly headers?: JsonSchema
  readonly body?: BodyIR
}

export interface ResponseIR {
  readonly status: number
  readonly description: string
  readonly schema?: JsonSchema
  readonly headers?: { readonly [name: string]: { readonly description: string; readonly schema: JsonSchema } }
  readonly mediaTypes?: readonly string[]
  readonly stream: boolean
}

export interface RefusalFormIR {
  readonly schema: JsonSchema
  readonly mediaTypes: readonly string[]
}

export interface ErrorIR {
  readonly code: string
  readonly status: number
  readonly description: string
}

/**
 * `to` maps each state that the operation starts from to the state that it ends in. For a creation, `from` is empty.
 */
export interface TransitionIR {
  readonly from: readonly string[]
  readonly to: { readonly [from: string]: string }
  readonly initial?: string
}

export type OperationKind = 'create' | 'read' | 'list' | 'update' | 'delete' | 'command'

export interface OperationIR {
  readonly name: string
  /** Name that is unique in the service, used as OpenAPI's operationId. */
  readonly operationId: string
  readonly kind?: OperationKind
  readonly summary?: string
  readonly description: string
  readonly tags: readonly string[]
  /** `internal` operations have no route: workers perform them. */
  readonly authority: string
  readonly route?: RouteIR
  readonly request: RequestIR
  readonly responses: readonly ResponseIR[]
  readonly errors: readonly ErrorIR[]
  /** Absent: refusals have the default format. */
  readonly refusals?: RefusalFormIR
  readonly idempotent: boolean
  readonly stream: boolean
  /** Absent: only the limits of the gateway apply. */
  readonly rates?: readonly Rate[]
  readonly transition?: TransitionIR
  readonly emits: readonly string[]
}

export interface StatesIR {
  readonly field: string
  readonly initial: string
  readonly terminal: readonly string[]
  readonly states: readonly string[]
  /** state -> operation -> next state */
  readonly transitions: { readonly [state: string]: { readonly [operation: string]: string } }
}

export interface IndexIR {
  readonly fields: readonly string[]
  readonly unique: boolean
}

export interface DatabaseIR {
  readonly table: string
  readonly key: readonly string[]
  readonly indexes: readonly IndexIR[]
}

export interface EntityIR {
  readonly schema: JsonSchema
  /** Absent: the entity has no life cycle. */
  readonly states?: StatesIR
  /** Absent: the entity is stored elsewhere. */
  readonly db?: DatabaseIR
  readonly events: { readonly [name: string]: JsonSchema }
  readonly invariants: readonly { readonly id: string; readonly message: string }[]
  /** Fields that were renamed since the previous version: old name -> new name. */
  readonly renames: { readonly [oldName: string]: string }
}

/** A contract as plain JSON (intermediate representation), the input of every generator. Schema: `contractIrSchema`. */
export interface ContractIR {
  readonly ir: 1
  readonly kind: 'entity' | 'endpoints'
  readonly name: string
  readonly version: string
  readonly description: string
  readonly operations: readonly OperationIR[]
  readonly schemas: { readonly [name: string]: JsonSchema }
  readonly entity?: EntityIR
}
