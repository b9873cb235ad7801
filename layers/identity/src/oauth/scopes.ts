/** Scopes that an agent can have, in the order of the consent page, each with its texts on that page. */
export const AGENT_SCOPES = {
  generate: [
    'Create images for you. Images cost credits, up to the budget that you choose.',
    'Permanently delete any image of the account, including images that this agent did not create.',
  ],
  read: ['View your images and image requests, your plan and your remaining credits.'],
  'billing:purchase': [
    'Buy credit packs with your saved card, up to the limit that you choose. You pay for each purchase.',
  ],
  'runtime:read': [
    'View your generated projects, your risk reports, and notes that AI advisers kept about your questions.',
    'Assess plans, ask you a series of questions and grade texts for you, free of charge.',
  ],
  'runtime:run': [
    'Generate projects and consult AI advisers for you. Each project or consultation uses 1 scaffold, the unit of your monthly quota. You cannot set a separate limit for this agent.',
  ],
} as const

export type AgentScope = keyof typeof AGENT_SCOPES

export const ALL_SCOPES = Object.keys(AGENT_SCOPES) as readonly AgentScope[]

export type ServiceKind = 'images' | 'runtime'

interface ServiceScopes {
  readonly all: readonly AgentScope[]
  /** Scopes of an agent that requests no scopes. */
  readonly base: readonly AgentScope[]
}

export const SERVICE_SCOPES: Readonly<Record<ServiceKind, ServiceScopes>> = {
  images: { all: ['generate', 'read', 'billing:purchase'], base: ['generate', 'read'] },
  runtime: { all: ['runtime:read', 'runtime:run'], base: ['runtime:read', 'runtime:run'] },
}

/** Returns whether any of the scopes spends image credits, which the budget of a grant limits. */
export const spendsCredits = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => (SERVICE_SCOPES.images.all as readonly string[]).includes(scope))

/**
 * Returns the requested scopes that the service has, in the order of AGENT_SCOPES. Unknown scopes, such as
 * `offline_access`, are ignored, as RFC 6749 3.3 allows; the token response lists the granted ones. A client that
 * requests only unknown scopes gets the base scopes, because its user could not change the request.
 */
export const requestedScopes = (text: string | undefined, service: ServiceKind): readonly AgentScope[] => {
  const { all, base } = SERVICE_SCOPES[service]
  const requestedNames: readonly string[] = (text ?? '').split(' ')
  const allowed = all.filter((scope) => requestedNames.includes(scope))
  return allowed.length === 0 ? base : allowed
}
