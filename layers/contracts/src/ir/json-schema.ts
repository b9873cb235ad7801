import * as z from 'zod'
import { ContractError } from '../contract-error.ts'
import { narrowedFormats } from '../narrowed-formats.ts'
import type { JsonSchema } from './contract-ir.ts'

type Direction = 'input' | 'output'

/** Converts schemas to JSON Schema and collects those with `.meta({ id })`. */
export interface SchemaEmitter {
  /**
   * Returns the JSON Schema of a request (`input`: plain objects are closed) or of a response (`output`: objects are
   * open).
   */
  emit(schema: z.ZodType, direction: Direction): JsonSchema
  /** Returns the named schemas so far, sorted by name. */
  named(): Record<string, JsonSchema>
}

type Mutable = Record<string, unknown>

const isObject = (value: unknown): value is Mutable =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const componentName = (id: string, direction: Direction): string => (direction === 'input' ? `${id}Input` : id)

/** Rewrites zod's `#/$defs/X` to `#/schemas/X` and removes the keywords that only a root schema has. */
const relocate = (value: unknown, direction: Direction): unknown => {
  if (Array.isArray(value)) return value.map((item) => relocate(item, direction))
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    if (key === '$schema' || key === '$defs' || key === '~standard') return []
    if (key === '$ref' && typeof child === 'string') {
      return [[key, child.replace(/^#\/\$defs\/(.*)$/, (_, id: string) => `#/schemas/${componentName(id, direction)}`)]]
    }
    return [[key, relocate(child, direction)]]
  })
  return Object.fromEntries(entries)
}

/**
 * The formats of JSON Schema 2020-12 (7.3) that zod checks in the same way. Every other format is written as its
 * `pattern`.
 */
const standardFormats = ['date-time', 'date', 'time', 'email', 'ipv4', 'ipv6', 'uri', 'uuid'] as const

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Requests close plain objects, as validation does. Responses leave every object open for later fields. */
const schemaAdapter =
  (direction: Direction) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    const { format } = jsonSchema
    if (format !== undefined && !(standardFormats as readonly string[]).includes(format)) delete jsonSchema.format
    const narrowed = narrowedFormats[(zodSchema._zod.def as { format?: string }).format ?? '']
    // A schema that is derived from another, as by describe(), inherits its metadata.
    const { allOf = [] } = jsonSchema
    const hasPattern = narrowed === undefined || allOf.some((part) => sameText(part, { pattern: narrowed.source }))
    if (!hasPattern) jsonSchema.allOf = [...allOf, { pattern: narrowed.source }]
    // Equivalent to `false`, which some linters mistake for a missing keyword.
    if (jsonSchema.prefixItems !== undefined && jsonSchema.items === false) jsonSchema.items = { not: {} }
    if (zodSchema._zod.def.type !== 'object') return
    if (direction === 'input') {
      if (zodSchema._zod.def.catchall === undefined) jsonSchema.additionalProperties = false
    } else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }

/** Runs `write`. Reports schemas that zod cannot convert as a `ContractError`. */
const writeOrReport = <T>(contract: string, write: () => T): T => {
  try {
    return write()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const duplicateId = /Duplicate schema id "([^"]+)"/.exec(message)?.[1]
    throw new ContractError(contract, [
      duplicateId === undefined
        ? { at: 'schema', problem: `JSON Schema cannot express it: ${message}` }
        : {
            at: `schemas.${duplicateId}`,
            problem: 'two different schemas have this id; rename one in its .meta({ id })',
          },
    ])
  }
}

/** Creates the emitter of one contract. Two different schemas with one id are a `ContractError`. */
export const schemaEmitter = (contract: string): SchemaEmitter => {
  const components = new Map<string, JsonSchema>()
  const cache = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }
  const addComponent = (name: string, schema: JsonSchema): void => {
    const component = components.get(name)
    if (component !== undefined && !sameText(component, schema)) {
      throw new ContractError(contract, [
        { at: `schemas.${name}`, problem: 'two different schemas have this id; rename one in its .meta({ id })' },
      ])
    }
    components.set(name, schema)
  }
  return {
    emit(schema, direction) {
      const cached = cache[direction].get(schema)
      if (cached !== undefined) return cached
      const options = { io: direction, target: 'draft-2020-12', override: schemaAdapter(direction) } as const
      const root = writeOrReport(contract, () => z.toJSONSchema(schema, options))
      for (const [id, definition] of Object.entries(root.$defs ?? {})) {
        const { id: _id, ...schemaWithoutId } = definition as Mutable
        addComponent(componentName(id, direction), relocate(schemaWithoutId, direction) as JsonSchema)
      }
      const jsonSchema = relocate(root, direction) as JsonSchema
      cache[direction].set(schema, jsonSchema)
      return jsonSchema
    },
    named: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
