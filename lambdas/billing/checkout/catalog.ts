/** Product of a checkout request without a product key. */
export const DEFAULT_PRODUCT = 'pro'

/** Arranged individually; it has no price. */
export const CONSULTATION = 'cto-consultation'

/** Products that only invited organizations can buy. */
export const INVITE_ONLY = ['ciso-trust-bundle', 'ciso-trust-page-hosting'] as const

/** Products of the specification, by key (spec platform-api 4.10). */
const PLATFORM_PRODUCTS: readonly string[] = [...INVITE_ONLY, CONSULTATION]

/** Products of the image service (spec image-service 8) that the configuration may add to the catalog. */
const IMAGE_PRODUCTS: readonly string[] = ['agency', 'agent-credits-500', 'agent-credits-1000']

export const acceptedProducts = (sold: string): readonly string[] =>
  sold === 'all' ? [...PLATFORM_PRODUCTS, ...IMAGE_PRODUCTS] : PLATFORM_PRODUCTS
