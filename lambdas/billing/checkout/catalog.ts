export const LEGACY_PRODUCT = 'pro'

/** Arranged individually; it has no price. */
export const CONSULTATION = 'cto-consultation'

/** Products that only invited organizations can buy. */
export const INVITED = ['ciso-trust-bundle', 'ciso-trust-page-hosting'] as const

/** Products of the specification, by key (spec platform-api 4.10). */
const SPECIFIED: readonly string[] = [...INVITED, CONSULTATION]

/** Products of the image service (spec image-service 8) that the configuration may add to the catalog. */
const MORE: readonly string[] = ['agency', 'agent-credits-500', 'agent-credits-1000']

export const acceptedProducts = (sold: string): readonly string[] =>
  sold === 'all' ? [...SPECIFIED, ...MORE] : SPECIFIED
