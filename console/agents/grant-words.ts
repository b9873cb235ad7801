import type { AgentGrant } from '../api/agent-grants.ts'

export const clientName = ({ client }: AgentGrant): string => client.name ?? client.domain ?? 'Unnamed agent'
