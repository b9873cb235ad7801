import { defineTool, ToolFailure } from '@signet/mcp'
import * as z from 'zod'

export const countBees = defineTool({
  name: 'count_bees',
  title: 'Count bees',
  description: 'Returns the number of bees in a hive. Free of charge.',
  scope: 'read',
  input: z.strictObject({ hive: z.string().max(50).describe('Name of the hive') }),
  output: z.object({ bees: z.int() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  rate: { requests: 30, window: '1m', by: 'tenant' },
  run: async ({ hive }) =>
    hive === 'north'
      ? { text: 'The hive has 20,000 bees', output: { bees: 20_000 } }
      : new ToolFailure({ code: 'NOT_FOUND', message: `The hive ${hive} does not exist`, hint: 'Ask the user for the name' }),
})

export {}
