import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server'
import { addTools, type Registry } from './mcp-tools.ts'

/** The server's description of itself. */
export interface ServerInfo {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly websiteUrl: string
  readonly instructions: string
}

/** One day, because definitions are code and change only with it. */
const LIST_TTL_MS = 86_400_000

/** Makes the server of one request: the tools of a registry, in the order of their names. */
export const toolServer = ({ instructions, ...info }: ServerInfo, registry: Registry): McpServerFactory => {
  const tools = registry.tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return ({ era }) => {
    const server = new McpServer(info, {
      instructions,
      // The SDK would announce notices, and a function would have to wait for them.
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
    })
    addTools(server, { ...registry, tools }, era)
    return server
  }
}
