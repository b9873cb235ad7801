/** The rights that an agent can have, in the order of the consent page, each in words for people. */
export const AGENT_SCOPES = {
  generate: 'Make images for you, and delete jobs. This costs credits, up to the budget that you choose.',
  read: 'See the images and jobs of this account, its plan and how many credits are left.',
  'billing:purchase':
    'Buy packs of credits with your saved card, up to the amount that you choose. Each purchase is charged to you.',
  'runtime:read':
    'Classify and preview projects, run readings and interviews, grade texts, and see scaffolds, what roles remember and what was read before. This costs nothing.',
  'runtime:run':
    'Make scaffolds and ask roles for you. Each takes one scaffold of this month’s quota; there is no limit below that.',
} as const

export type AgentScope = keyof typeof AGENT_SCOPES

export const ALL_SCOPES = Object.keys(AGENT_SCOPES) as readonly AgentScope[]

export type ServiceKind = 'images' | 'runtime'

interface ServiceScopes {
  readonly all: readonly AgentScope[]
  /** Of an agent that requests none. */
  readonly base: readonly AgentScope[]
}

export const SERVICE_SCOPES: Readonly<Record<ServiceKind, ServiceScopes>> = {
  images: { all: ['generate', 'read', 'billing:purchase'], base: ['generate', 'read'] },
  runtime: { all: ['runtime:read', 'runtime:run'], base: ['runtime:read', 'runtime:run'] },
}

/** Whether any of the scopes spends credits of images, to which the budget of a grant applies. */
export const hasBudget = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => (SERVICE_SCOPES.images.all as readonly string[]).includes(scope))

/**
 * The requested scopes of a service, in our order. Others, such as `offline_access`, are left out, as RFC 6749 3.3 allows;
 * the token endpoint's answer states the granted ones. A client that asks for others only gets the base scopes: its person
 * could not make it ask for others.
 */
export const scopesAskedFor = (text: string | undefined, service: ServiceKind): readonly AgentScope[] => {
  const { all, base } = SERVICE_SCOPES[service]
  const words: readonly string[] = (text ?? '').split(' ')
  const allowed = all.filter((scope) => words.includes(scope))
  return allowed.length === 0 ? base : allowed
}
