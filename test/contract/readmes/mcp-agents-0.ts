import { agentEndpoint, resourceReply, repeatKey } from '@signet/mcp/agents'
import { protectedResource } from '@signet/mcp/agents/contract'

export const getBeesResource = protectedResource({ name: 'getBeesResource', tags: ['oauth'] })
export { agentEndpoint, resourceReply, repeatKey }

export {}
