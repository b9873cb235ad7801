import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import type { CallTool } from '../call-tool.ts'
import { toolSchemas } from '../schemas.ts'
import type { Tasks } from '../tasks.ts'
import { type Tool, ToolFailure } from '../tool.ts'
import { confirmationResult } from './confirmation.ts'
import type { ContextOf } from './context-of.ts'
import { acceptsTasks, offerTasks, taskResult } from './mcp-tasks.ts'
import { challengeFor, type ScopeToRequest } from './scope-challenge.ts'
import { resultOf } from './tool-result.ts'

export interface Registry {
  readonly tools: readonly Tool[]
  readonly call: CallTool
  readonly contextOf: ContextOf
  /** The tasks of calls that continue after their response; absent: no call continues. */
  readonly tasks?: Tasks
  readonly scopeToRequest?: ScopeToRequest
}

type Schemas = ReturnType<typeof toolSchemas>

const cache = new WeakMap<Tool, Schemas>()

const schemasOf = (tool: Tool): Schemas => {
  const schemas = cache.get(tool) ?? toolSchemas(tool)
  cache.set(tool, schemas)
  return schemas
}

/**
 * Builds the schema that clients see. The SDK does not validate arguments: `callTool` checks them, so that errors have
 * the format of this service.
 */
const visibleSchema = (
  schema: z.ZodObject,
  json: object,
  { isValidated }: { readonly isValidated: boolean },
): StandardSchemaWithJSON => {
  const { validate } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'signet',
      validate: isValidated ? validate : (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  }
}

const configOf = (tool: Tool, scopeToRequest: ScopeToRequest) => {
  const { name, scope, title, description, input, output, hints } = tool
  const json = schemasOf(tool)
  return {
    title,
    description,
    inputSchema: visibleSchema(input, json.input, { isValidated: false }),
    outputSchema: visibleSchema(output, json.output, { isValidated: true }),
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
    scopeChallenge: challengeFor(name, scope, scopeToRequest),
  }
}

/** Adds the tools of a registry to the server of one request, and its tasks if the revision supports them. */
export const addTools = (
  server: McpServer,
  { tools, call, contextOf, tasks, scopeToRequest = (scope) => scope }: Registry,
  era: 'legacy' | 'modern',
): void => {
  const hasTasks = tasks !== undefined && era === 'modern'
  if (hasTasks) offerTasks(server, tasks, contextOf)
  for (const tool of tools) {
    server.registerTool(tool.name, configOf(tool, scopeToRequest), async (args, ctx) => {
      const confirmation = confirmationResult(tool, args, ctx)
      if (confirmation instanceof ToolFailure) return resultOf(confirmation)
      if (confirmation) return confirmation
      const acceptsTask = hasTasks && acceptsTasks(ctx)
      const context = { ...contextOf(ctx.http?.authInfo?.extra, ctx.mcpReq.signal), acceptsTask }
      const outcome = await call(tool, args, context)
      const result = resultOf(outcome)
      if (!acceptsTask || outcome instanceof ToolFailure || !outcome.task) return result
      return taskResult(outcome.task, result)
    })
  }
}
