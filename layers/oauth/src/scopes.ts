/** The rights that an agent can have, in the order of the consent page, each in words for people. */
export const AGENT_SCOPES = {
  generate: 'Make images for you, and delete jobs. This costs credits, up to the budget that you choose.',
  read: 'See the images and jobs of this account, its plan and how many credits are left.',
  'billing:purchase':
    'Buy packs of credits with your saved card, up to the amount that you choose. Each purchase is charged to you.',
} as const

export type AgentScope = keyof typeof AGENT_SCOPES

/** All scopes that an agent can request. */
export const ALL_SCOPES = Object.keys(AGENT_SCOPES) as readonly AgentScope[]

/** The scopes of an agent that requests none. The right to buy is requested when it is needed. */
export const BASE_SCOPES: readonly AgentScope[] = ['generate', 'read']

const isKnown = (scope: string): scope is AgentScope => Object.hasOwn(AGENT_SCOPES, scope)

/**
 * The requested scopes, in our order. Unknown ones, such as `offline_access`, are left out, as RFC 6749 3.3 allows; the
 * token endpoint's answer states the granted ones. A client that asks for unknown ones only gets the base scopes: its person
 * could not make it ask for others.
 */
export const scopesAskedFor = (text: string | undefined): readonly AgentScope[] => {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return BASE_SCOPES
  const allowed = words.filter(isKnown)
  return allowed.length === 0 ? BASE_SCOPES : ALL_SCOPES.filter((scope) => allowed.includes(scope))
}
