import { agentEndpoint, resourceReply, sentAgain } from '@signet/mcp/agents'
import { protectedResource } from '@signet/mcp/agents/contract'

export const getBeesResource = protectedResource({ name: 'getBeesResource', tags: ['oauth'] })
export { agentEndpoint, resourceReply, sentAgain }

export {}
