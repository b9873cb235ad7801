import { SERVICE } from 'service:agent-grants'
import type { OutputOf } from '@signet/http-client'
import type { agentGrantService } from '../../lambdas/agent-grants/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const agentGrants = clientOf<typeof agentGrantService>(SERVICE)

export type AgentGrant = OutputOf<typeof agentGrants.setGrantBudget>
