/** The plan that a checkout without a product is for. */
export const LEGACY_PRODUCT = 'pro'

/** Arranged in person: it has no price. */
export const CONSULTATION = 'cto-consultation'

/** Products of organisations that were invited to them. */
export const INVITED = ['ciso-trust-bundle', 'ciso-trust-page-hosting'] as const

/** What the specification sells by its key (spec platform-api 4.10). */
const SPECIFIED: readonly string[] = [...INVITED, CONSULTATION]

/** What the image service sells (spec image-service 8), where the configuration has it sold here. */
const MORE: readonly string[] = ['agency', 'agent-credits-500', 'agent-credits-1000']

/** Keys that a checkout takes, by the setting SOLD_PRODUCTS. */
export const acceptedProducts = (sold: string): readonly string[] =>
  sold === 'all' ? [...SPECIFIED, ...MORE] : SPECIFIED
