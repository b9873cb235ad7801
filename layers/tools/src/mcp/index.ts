export { mcpMessages, type Spoken } from './mcp-messages.ts'
export { type ContextOf, type ServerInfo, toolServer } from './mcp-tools.ts'
