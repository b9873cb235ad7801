import {
  type CallToolResult,
  McpServer,
  type McpServerFactory,
  type ScopeChallengeHandler,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type * as z from 'zod'
import type { CallTool, Outcome } from '../call-tool.ts'
import { toolSchemas } from '../schemas.ts'
import { type Tool, type ToolContext, ToolFailure } from '../tool.ts'
import { confirmation } from './confirmation.ts'

/** What a server says of itself. */
export interface ServerInfo {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly websiteUrl: string
  readonly instructions: string
}

/** What the gates in front have found out, handed through by the SDK as `authInfo.extra`. */
export type ContextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal) => ToolContext

/** A failure is a result that the model reads: one JSON object, so that the next call is found without guessing. */
const resultOf = (outcome: Outcome): CallToolResult => {
  if (outcome instanceof ToolFailure) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(outcome.body) }] }
  }
  const { text, output, pictures = [], links = [] } = outcome
  return {
    content: [
      { type: 'text', text },
      ...pictures.map(({ base64, mediaType }) => ({ type: 'image' as const, data: base64, mimeType: mediaType })),
      ...links.map(({ uri, name, mediaType }) => ({ type: 'resource_link' as const, uri, name, mimeType: mediaType })),
    ],
    structuredContent: output,
  }
}

/** The schema as it is shown; arguments are held against it where the tool is called, so that errors have our shape. */
const shown = (schema: z.ZodObject, json: object, checks: boolean): StandardSchemaWithJSON => {
  const { validate } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'signet',
      validate: checks ? validate : (value: unknown) => ({ value }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  }
}

/**
 * Asks for a scope that is lacking. Many clients ask for what a challenge names and for nothing else, so it names what they
 * hold as well: who lets them buy does not take the right to draw away.
 */
const challengeFor =
  ({ name, scope }: Tool): ScopeChallengeHandler =>
  ({ authInfo }) => {
    if (authInfo === undefined || authInfo.scopes.includes(scope)) return undefined
    const [first = scope, ...more] = [...authInfo.scopes, scope]
    return { scopes: [first, ...more], errorDescription: `${name} needs the scope ${scope}` }
  }

/** One day: definitions are code, and change with it. */
const LIST_TTL_MS = 86_400_000

/** Makes the server of one request: the tools of a registry, in the order of their names. */
export const toolServer = (
  { instructions, ...info }: ServerInfo,
  tools: readonly Tool[],
  call: CallTool,
  contextOf: ContextOf,
): McpServerFactory => {
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const schemas = new Map(sorted.map((tool) => [tool, toolSchemas(tool)]))
  return () => {
    const server = new McpServer(info, {
      instructions,
      // The SDK would promise notices, for which a function would have to wait.
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
    })
    for (const tool of sorted) {
      const { name, title, description, input, output, hints } = tool
      const json = schemas.get(tool) ?? toolSchemas(tool)
      const config = {
        title,
        description,
        inputSchema: shown(input, json.input, false),
        outputSchema: shown(output, json.output, true),
        annotations: {
          title,
          readOnlyHint: hints.readOnly,
          destructiveHint: hints.destructive,
          idempotentHint: hints.idempotent,
          openWorldHint: hints.openWorld,
        },
        scopeChallenge: challengeFor(tool),
      }
      server.registerTool(name, config, async (args, ctx) => {
        const unsettled = confirmation(tool, args, ctx)
        if (unsettled instanceof ToolFailure) return resultOf(unsettled)
        return unsettled ?? resultOf(await call(tool, args, contextOf(ctx.http?.authInfo?.extra, ctx.mcpReq.signal)))
      })
    }
    return server
  }
}
