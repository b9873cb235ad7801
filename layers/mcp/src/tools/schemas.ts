import * as z from 'zod'
import type { Tool } from './tool.ts'

type JsonSchema = Record<string, unknown>

const SAFE = Number.MAX_SAFE_INTEGER

/**
 * Removes default number bounds, and patterns that repeat a format, because every word of a schema costs the model
 * tokens.
 */
const dropRedundantRules = ({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void => {
  if (jsonSchema.minimum === -SAFE) delete jsonSchema.minimum
  if (jsonSchema.maximum === SAFE) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/**
 * The metadata of schemas without their IDs. A schema with an ID would become a definition that other schemas refer to,
 * while the schema of a tool must be self-contained.
 */
const metadata = z.registry<Record<string, unknown>>()
metadata.get = (schema) => {
  const { id: _, ...described } = z.globalRegistry.get(schema) ?? {}
  return described
}

const selfContainedSchema = (schema: z.ZodObject, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, override: dropRedundantRules, metadata })
  return jsonSchema
}

export const toolSchemas = ({ input, output }: Tool): { readonly input: JsonSchema; readonly output: JsonSchema } => ({
  input: selfContainedSchema(input, 'input'),
  output: selfContainedSchema(output, 'output'),
})
