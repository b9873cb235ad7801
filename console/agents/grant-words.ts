import type { AgentGrant } from '../api/agent-grants.ts'

/** The agent by the name that it gives itself. */
export const clientName = ({ client }: AgentGrant): string => client.name ?? client.domain ?? 'An agent without a name'
