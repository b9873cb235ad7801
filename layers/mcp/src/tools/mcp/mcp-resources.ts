import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { cleaned } from '../cleaned.ts'
import type { ResourceKind } from '../resource-kind.ts'
import type { ToolContext } from '../tool.ts'
import type { ContextOf } from './context-of.ts'
import { type AskFor, challengeFor } from './scope-challenge.ts'

export interface ResourceOptions {
  readonly contextOf: ContextOf
  readonly askFor: AskFor
}

const notNow = (kind: ResourceKind, error: unknown, { log }: ToolContext): never => {
  log.error('a resource could not be read', { resource: kind.name, error })
  throw new ProtocolError(
    ProtocolErrorCode.InternalError,
    'The resource cannot be read now: send the same request again',
  )
}

const contextFor = ({ contextOf }: ResourceOptions, { http, mcpReq }: ServerContext): ToolContext =>
  contextOf(http?.authInfo?.extra, mcpReq.signal)

/** Whoever may not read them is shown none. */
const listing =
  (kind: ResourceKind, options: ResourceOptions) =>
  async (ctx: ServerContext): Promise<{ resources: { uri: string; name: string; mimeType: string }[] }> => {
    const context = contextFor(options, ctx)
    if (!context.caller.scopes.includes(kind.scope)) return { resources: [] }
    const listed = (await kind.list?.(context).catch((error: unknown) => notNow(kind, error, context))) ?? []
    return { resources: listed.map((each) => ({ ...each, mimeType: kind.mediaType })) }
  }

export const addResources = (server: McpServer, kinds: readonly ResourceKind[], options: ResourceOptions): void => {
  for (const kind of kinds) {
    const { name, title, description, mediaType, scope } = kind
    const [, variable = ''] = /\{(\w+)\}/.exec(kind.template) ?? []
    const template = new ResourceTemplate(kind.template, { list: kind.list ? listing(kind, options) : undefined })
    const scopeChallenge = challengeFor(name, scope, options.askFor)
    const config = { title, description, mimeType: mediaType, scopeChallenge }
    server.registerResource(name, template, config, async (uri, variables, ctx) => {
      const context = contextFor(options, ctx)
      const value = String(variables[variable])
      const text = await kind.read(value, context).catch((error: unknown) => notNow(kind, error, context))
      if (text === undefined) throw new ResourceNotFoundError(uri.toString())
      return { contents: [{ uri: uri.toString(), mimeType: mediaType, text: cleaned(text) }] }
    })
  }
}
