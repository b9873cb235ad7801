import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { namespaceHeaders } from './namespace-header.ts'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'
import { DESCRIBED_TOOL, TOOL_SCHEMAS } from './tool-schema.ts'

export const listRuntimeTools = endpoint({
  name: 'listRuntimeTools',
  summary: 'List runtime tools',
  description: 'Returns the tools that `POST /mcp/invoke` can call, with the schemas of their arguments and results.',
  tags: ['tools'],
  route: 'GET /mcp/tools',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  responses: {
    200: {
      description: 'The tools, sorted by name',
      schema: z
        .object({
          tools: z.array(z.object({ ...DESCRIBED_TOOL, ...TOOL_SCHEMAS })),
        })
        .meta({ id: 'RuntimeTools' }),
    },
  },
  errors: ['unavailable'],
})

export const invokeRuntimeTool = endpoint({
  name: 'invokeRuntimeTool',
  summary: 'Call a runtime tool',
  description:
    'Calls one of the tools from `GET /mcp/tools`. If the tool refuses the call, `error` contains the reason and what to do next.',
  tags: ['tools'],
  route: 'POST /mcp/invoke',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    headers: namespaceHeaders,
    body: z
      .strictObject({ tool: z.string().max(100), args: z.looseObject({}).default({}) })
      .meta({ id: 'InvokeToolInput' }),
    maxBodyBytes: BODY_BYTES,
  },
  responses: {
    200: {
      description: 'The result of the tool',
      schema: z
        .object({
          tool: z.string(),
          ok: z.boolean(),
          result: z.looseObject({}).optional(),
          text: z.string().optional(),
          error: z
            .looseObject({ code: z.string(), message: z.string(), hint: z.string() })
            .optional()
            .describe('Reason why the tool refused the call, with a hint; absent if it succeeded'),
        })
        .meta({ id: 'ToolInvocation' }),
    },
  },
  errors: ['unavailable'],
})
