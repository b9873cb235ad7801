import { agentEndpoint, resourceReply, sentAgain } from '@signet/agents'
import { protectedResource } from '@signet/agents/contract'

export const getBeesResource = protectedResource({ name: 'getBeesResource', tags: ['oauth'] })
export { agentEndpoint, resourceReply, sentAgain }

export {}
