/** A schema of OpenAPI 3.1. All types of this file have only the members that the page shows. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Content {
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface OpenApiResponse {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<Record<string, Content>>
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly description?: string
    readonly content: Readonly<Record<string, Content>>
  }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
  readonly 'x-authority'?: string
  readonly 'x-idempotent'?: boolean
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description?: string; readonly version: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, OpenApiResponse>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** An operation with its method and path. */
export interface Operation extends OpenApiOperation {
  readonly method: string
  readonly path: string
}

export const operationsOf = ({ paths }: OpenApiDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ ...operation, method: method.toUpperCase(), path }] : []
    }),
  )

export const resolveReference = <Value extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  value: Value,
): Value => {
  if (value.$ref === undefined) return value
  const parts = value.$ref.replace(/^#\//, '').split('/')
  const target = parts.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
  return (target as Value | undefined) ?? value
}

export const nameOfReference = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)
