import { createAgentGrantsClient } from '../clients/agent-grants.ts'
import { requesting } from '../session/requesting.ts'

export const agentGrants = createAgentGrantsClient(requesting('platform'))
