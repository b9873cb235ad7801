import { createAgentGrantsClient } from '../clients/agent-grants.ts'
import { requesting } from '../transport/requesting.ts'

export const agentGrants = createAgentGrantsClient(requesting('platform'))
