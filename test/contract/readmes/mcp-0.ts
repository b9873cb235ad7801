import { callTool, defineTool } from '@signet/mcp'
import { agentEndpoint } from '@signet/mcp/agents'

console.log(callTool, defineTool, agentEndpoint)

export {}
