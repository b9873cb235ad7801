export { mcpMessages } from './mcp-messages.ts'
export { taskScopes } from './mcp-tasks.ts'
export { type ServerInfo, toolServer } from './tool-server.ts'
