import * as z from 'zod'

export const DESCRIBED_TOOL = {
  tool: z.string(),
  title: z.string(),
  description: z.string(),
  scope: z.string(),
  hints: z.object({
    readOnly: z.boolean(),
    destructive: z.boolean(),
    idempotent: z.boolean(),
    openWorld: z.boolean(),
  }),
}

export const TOOL_SCHEMAS = { input_schema: z.looseObject({}), output_schema: z.looseObject({}) }
