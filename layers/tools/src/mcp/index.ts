export type { ContextOf } from './context-of.ts'
export { mcpMessages, type Spoken } from './mcp-messages.ts'
export { taskScopes } from './mcp-tasks.ts'
export { type ServerInfo, toolServer } from './tool-server.ts'
