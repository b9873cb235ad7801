import * as z from 'zod'
import type { Tool } from './tool.ts'

type JsonSchema = Record<string, unknown>

const SAFE = Number.MAX_SAFE_INTEGER

/**
 * Removes bounds of numbers and patterns that only spell out a format, because every word of a schema costs the model
 * tokens.
 */
const slim = ({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void => {
  if (jsonSchema.minimum === -SAFE) delete jsonSchema.minimum
  if (jsonSchema.maximum === SAFE) delete jsonSchema.maximum
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/**
 * Descriptions without ids. A schema with an id becomes a definition that others refer to, while the schema of a tool
 * must be self-contained.
 */
const metadata = z.registry<Record<string, unknown>>()
metadata.get = (schema) => {
  const { id: _, ...described } = z.globalRegistry.get(schema) ?? {}
  return described
}

const plain = (schema: z.ZodObject, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override: slim, metadata })
  return rest
}

export const toolSchemas = ({ input, output }: Tool): { readonly input: JsonSchema; readonly output: JsonSchema } => ({
  input: plain(input, 'input'),
  output: plain(output, 'output'),
})
