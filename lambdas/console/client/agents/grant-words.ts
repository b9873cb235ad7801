import type { AgentGrant } from '../clients/agent-grants.ts'

/** The agent by the name that it gives itself. */
export const clientName = ({ client }: AgentGrant): string => client.name ?? client.domain ?? 'An agent without a name'

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/** US cents as dollars, such as `$12.50`. */
export const dollars = (cents: number): string => money.format(cents / 100)
