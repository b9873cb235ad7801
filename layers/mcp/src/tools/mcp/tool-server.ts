import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server'
import type { Prompt } from '../prompt.ts'
import type { ResourceKind } from '../resource-kind.ts'
import { addPrompts } from './mcp-prompts.ts'
import { addResources } from './mcp-resources.ts'
import { addTools, type Registry } from './mcp-tools.ts'

export interface ServerInfo {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly websiteUrl: string
  readonly instructions: string
}

/** One day, because definitions are code and change only with it. */
const LIST_TTL_MS = 86_400_000
/** Resources are of tenants, who change them. */
const SHORT_TTL_MS = 60_000

export interface Offers extends Registry {
  readonly prompts?: readonly Prompt[]
  readonly resources?: readonly ResourceKind[]
}

const PRIVATE = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const

/** The SDK would announce notices, and a function would have to wait for them. */
const SILENT = { listChanged: false }

const byName = <Named extends { readonly name: string }>(list: readonly Named[]): Named[] =>
  list.toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Makes the server of one request: tools, prompts and resources, in the order of their names. */
export const toolServer = ({ instructions, ...info }: ServerInfo, offers: Offers): McpServerFactory => {
  const { contextOf, askFor = (scope) => scope } = offers
  const tools = byName(offers.tools)
  const prompts = byName(offers.prompts ?? [])
  const resources = byName(offers.resources ?? [])
  return ({ era }) => {
    const server = new McpServer(info, {
      instructions,
      capabilities: {
        tools: SILENT,
        ...(prompts.length > 0 && { prompts: SILENT }),
        ...(resources.length > 0 && { resources: SILENT }),
      },
      cacheHints: {
        'tools/list': PRIVATE,
        'prompts/list': PRIVATE,
        'resources/templates/list': PRIVATE,
        'resources/list': { ttlMs: SHORT_TTL_MS, cacheScope: 'private' },
        'resources/read': { ttlMs: SHORT_TTL_MS, cacheScope: 'private' },
      },
    })
    addTools(server, { ...offers, tools }, era)
    addPrompts(server, prompts)
    addResources(server, resources, { contextOf, askFor })
    return server
  }
}
