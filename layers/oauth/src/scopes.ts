/** What an agent can be allowed to do, in the order in which people are asked, each in words for them. */
export const AGENT_SCOPES = {
  generate: 'Make images for you, and delete jobs. This costs credits, up to the budget that you choose.',
  read: 'See the images and jobs of this account, its plan and how many credits are left.',
  'billing:purchase': 'Buy packs of credits with your saved card. Each purchase is charged to you.',
} as const

export type AgentScope = keyof typeof AGENT_SCOPES

/** All that can be asked for. */
export const ALL_SCOPES = Object.keys(AGENT_SCOPES) as readonly AgentScope[]

/** What an agent gets that asks for nothing in particular; the right to buy is asked for when it is needed. */
export const BASE_SCOPES: readonly AgentScope[] = ['generate', 'read']

const isKnown = (scope: string): scope is AgentScope => Object.hasOwn(AGENT_SCOPES, scope)

/**
 * The scopes of a request, in our order. Those that we do not have, such as `offline_access`, are left out, as RFC 6749 3.3
 * allows: the answer of the token endpoint says what was given. Undefined: nothing is left of what was asked for.
 */
export const scopesAskedFor = (text: string | undefined): readonly AgentScope[] | undefined => {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return BASE_SCOPES
  const known = words.filter(isKnown)
  return known.length === 0 ? undefined : ALL_SCOPES.filter((scope) => known.includes(scope))
}
