import {
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { cleanText } from '../clean-text.ts'
import type { Prompt } from '../prompt.ts'
import type { ResourceKind } from '../resource-kind.ts'
import type { ToolContext } from '../tool.ts'
import type { ContextOf } from './context-of.ts'
import { addTools, type Registry } from './mcp-tools.ts'
import { challengeFor, type ScopeToRequest } from './scope-challenge.ts'

const addPrompts = (server: McpServer, prompts: readonly Prompt[]): void => {
  for (const prompt of prompts) {
    const { name, title, description, args: argsSchema } = prompt
    server.registerPrompt(name, { title, description, argsSchema }, async (args) => ({
      description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: cleanText(prompt.text(args)) } }],
    }))
  }
}

interface ResourceOptions {
  readonly contextOf: ContextOf
  readonly scopeToRequest: ScopeToRequest
}

const unavailableNow = (kind: ResourceKind, error: unknown, { log }: ToolContext): never => {
  log.error('resource not readable', { resource: kind.name, error })
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The resource cannot be read now: repeat the request')
}

const contextFor = ({ contextOf }: ResourceOptions, { http, mcpReq }: ServerContext): ToolContext =>
  contextOf(http?.authInfo?.extra, mcpReq.signal)

/** Lists nothing to callers without the scope. */
const listResources =
  (kind: ResourceKind, options: ResourceOptions) =>
  async (ctx: ServerContext): Promise<{ resources: { uri: string; name: string; mimeType: string }[] }> => {
    const context = contextFor(options, ctx)
    if (!context.caller.scopes.includes(kind.scope)) return { resources: [] }
    const listed = (await kind.list?.(context).catch((error: unknown) => unavailableNow(kind, error, context))) ?? []
    return { resources: listed.map((each) => ({ ...each, mimeType: kind.mediaType })) }
  }

const addResources = (server: McpServer, kinds: readonly ResourceKind[], options: ResourceOptions): void => {
  for (const kind of kinds) {
    const { name, title, description, mediaType, scope } = kind
    const [, variable = ''] = /\{(\w+)\}/.exec(kind.template) ?? []
    const template = new ResourceTemplate(kind.template, { list: kind.list ? listResources(kind, options) : undefined })
    const scopeChallenge = challengeFor(name, scope, options.scopeToRequest)
    const config = { title, description, mimeType: mediaType, scopeChallenge }
    server.registerResource(name, template, config, async (uri, variables, ctx) => {
      const context = contextFor(options, ctx)
      const value = String(variables[variable])
      const text = await kind.read(value, context).catch((error: unknown) => unavailableNow(kind, error, context))
      if (text === undefined) throw new ResourceNotFoundError(uri.toString())
      return { contents: [{ uri: uri.toString(), mimeType: mediaType, text: cleanText(text) }] }
    })
  }
}

export interface ServerInfo {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly websiteUrl: string
  readonly instructions: string
}

/** One day, because definitions change only with a deployment. */
const LIST_TTL_MS = 86_400_000
/** Shorter, because tenants change their resources. */
const SHORT_TTL_MS = 60_000

interface ServerContents extends Registry {
  readonly prompts?: readonly Prompt[]
  readonly resources?: readonly ResourceKind[]
}

const PRIVATE_DAY_CACHE = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const

/** Disables change notifications, because a function would have to keep running to send them. */
const NO_CHANGE_NOTICES = { listChanged: false }

const byName = <Named extends { readonly name: string }>(list: readonly Named[]): Named[] =>
  list.toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Creates the server of one request: tools, prompts and resources, sorted by name. */
export const toolServer = ({ instructions, ...info }: ServerInfo, contents: ServerContents): McpServerFactory => {
  const { contextOf, scopeToRequest = (scope) => scope } = contents
  const tools = byName(contents.tools)
  const prompts = byName(contents.prompts ?? [])
  const resources = byName(contents.resources ?? [])
  return ({ era }) => {
    const server = new McpServer(info, {
      instructions,
      capabilities: {
        tools: NO_CHANGE_NOTICES,
        ...(prompts.length > 0 && { prompts: NO_CHANGE_NOTICES }),
        ...(resources.length > 0 && { resources: NO_CHANGE_NOTICES }),
      },
      cacheHints: {
        'tools/list': PRIVATE_DAY_CACHE,
        'prompts/list': PRIVATE_DAY_CACHE,
        'resources/templates/list': PRIVATE_DAY_CACHE,
        'resources/list': { ttlMs: SHORT_TTL_MS, cacheScope: 'private' },
        'resources/read': { ttlMs: SHORT_TTL_MS, cacheScope: 'private' },
      },
    })
    addTools(server, { ...contents, tools }, era)
    addPrompts(server, prompts)
    addResources(server, resources, { contextOf, scopeToRequest })
    return server
  }
}
