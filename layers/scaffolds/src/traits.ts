/** The closed list of traits. Every value is a string. `unknown` is allowed and becomes an open question. */
export const TRAIT_VALUES = {
  trigger: ['http', 'webhook', 'queue', 'schedule', 'stream', 'file', 'cli', 'connection', 'manual', 'unknown'],
  route_shape: ['none', 'single', 'resource', 'graphql', 'proxy', 'rpc', 'unknown'],
  verification: ['none', 'hmac', 'jwt', 'api-key', 'oauth', 'mtls', 'unknown'],
  dispatch: ['sync', 'queue', 'stream', 'fanout', 'steps', 'unknown'],
  store: ['none', 'keyvalue', 'relational', 'object', 'vector', 'cache', 'unknown'],
  exposure: ['public', 'partner', 'internal', 'unknown'],
  multi_tenant: ['yes', 'no', 'unknown'],
  has_ui: ['yes', 'no', 'unknown'],
  uses_model: ['yes', 'no', 'unknown'],
  latency: ['interactive', 'seconds', 'batch', 'unknown'],
} as const

type ClosedTrait = keyof typeof TRAIT_VALUES

/** Traits with free text. */
const OPEN_TRAITS = ['data_classes', 'vendor', 'bindings', 'default_routes'] as const
type OpenTrait = (typeof OPEN_TRAITS)[number]

export type Traits = { readonly [T in ClosedTrait]: (typeof TRAIT_VALUES)[T][number] } & {
  readonly [T in OpenTrait]: string
}

/** Defaults of all traits. Patterns override them. */
export const UNKNOWN_TRAITS: Traits = {
  trigger: 'unknown',
  route_shape: 'unknown',
  verification: 'unknown',
  dispatch: 'unknown',
  store: 'unknown',
  data_classes: 'unknown',
  exposure: 'unknown',
  multi_tenant: 'unknown',
  has_ui: 'unknown',
  uses_model: 'unknown',
  vendor: 'none',
  latency: 'unknown',
  bindings: 'unknown',
  default_routes: 'unknown',
}

const isOpen = (name: string): name is OpenTrait => (OPEN_TRAITS as readonly string[]).includes(name)

const OPEN_TRAIT_LENGTH = 200

/** Returns the fault of a trait in a request, or undefined if it is valid. */
export const traitFault = (name: string, value: unknown): string | undefined => {
  if (typeof value !== 'string') return `trait ${name} must be a string`
  if (isOpen(name)) {
    if (value.length > OPEN_TRAIT_LENGTH) return `trait ${name} is longer than ${OPEN_TRAIT_LENGTH} characters`
    return /^[a-z0-9][a-z0-9 ,./:_-]*$/i.test(value)
      ? undefined
      : `trait ${name} must be a list of letters, digits, spaces and ,./:_-`
  }
  if (!Object.hasOwn(TRAIT_VALUES, name)) return 'a trait has an unknown name'
  const allowed: readonly string[] = TRAIT_VALUES[name as ClosedTrait]
  return allowed.includes(value) ? undefined : `trait ${name} must be one of ${allowed.join(', ')}`
}
