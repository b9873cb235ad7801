import type { ScopeDefinition } from '@signet/contracts'
import { type Capacity, HOLD_SECONDS } from './capacity.ts'
import { type Config, isLocal } from './config.ts'
import { issuerUrl } from './issuer-url.ts'
import { ERASING_SERVICES, SERVICES } from './services.ts'

/** Prefix of platform keys; keys of the image service have the prefixes of its tenants. */
const PLATFORM_KEYS = 'plat_'

/**
 * Returns the scopes that platform keys can have: those of every service that accepts such keys, without duplicates.
 */
const keyScopes = (isIncluded: (scope: ScopeDefinition) => boolean = () => true): string =>
  [
    ...new Set(
      SERVICES.filter(({ service }) => service.keyPrefix === PLATFORM_KEYS)
        .flatMap(({ service }) => Object.entries<ScopeDefinition>(service.scopes))
        .flatMap(([name, scope]) => (scope.holder === 'organization' && isIncluded(scope) ? [name] : [])),
    ),
  ].join(',')

const settingsOf = (config: Config, { holdsRequests }: Capacity): Readonly<Record<string, string>> => ({
  STAGE: config.stage,
  VERSION: config.version,
  /** The platform's address in receipts, at which they are verified. */
  ISSUER_URL: issuerUrl(config),
  PAINTERS: config.painters,
  PROMPT_MODEL: config.promptModel ?? 'none',
  EMBEDDING_MODEL: config.embeddingModel ?? 'offline',
  /** Permission to notify addresses of this machine about jobs: `allowed` on a laptop, `refused` elsewhere. */
  WEBHOOK_LOOPBACK: isLocal(config) ? 'allowed' : 'refused',
  /**
   * The longest time that a request waits for a result, in seconds; 0 if the account has no free concurrency for
   * waiting requests.
   */
  HOLD_SECONDS: String(holdsRequests ? HOLD_SECONDS : 0),
  GRANTABLE_SCOPES: keyScopes(),
  /** Default scopes of a key: all except those for money and people. */
  DEFAULT_SCOPES: keyScopes(({ byName }) => !byName),
  ERASING_SERVICES: ERASING_SERVICES.join(','),
  ORGANIZATION_CEILING: String(config.organizationCeiling),
  DAILY_CEILINGS: config.dailyCeilings,
  DAILY_PURCHASE_CENTS: String(config.dailyPurchaseCents),
  MAIL_FROM: config.mailFrom ?? 'none',
  SUPPORT_EMAIL: config.supportEmail ?? 'none',
  CORS_ORIGINS: config.corsOrigins.join(',') || 'none',
  MENTIONS: config.mentions,
  COMPREHEND: config.comprehend,
  STRIPE_API: config.stripeApi,
  SOLD_PRODUCTS: config.soldProducts,
  RECEIPT_KINDS: config.receiptKinds,
  /**
   * State of the edge: `none` without one, `pending` while it is created, `on` if the APIs accept only its requests.
   */
  EDGE: config.edge === 'off' ? 'none' : config.edge,
  OPERATORS: config.operators,
  SPAN_SAMPLE: String(config.spanSample),
  OTLP_ENDPOINT: config.otlpEndpoint ?? 'none',
  CLIENT_ADDRESS_HEADER: config.clientAddressHeader ?? 'none',
})

/**
 * Returns a function that reads settings by name, for functions of one API. It throws an error for an unknown setting.
 */
export const settingReader = (
  config: Config,
  capacity: Capacity,
  api: string | undefined,
): ((name: string) => string) => {
  const publicUrls: Readonly<Record<string, string | undefined>> = config.publicUrls
  const publicUrl = (api && publicUrls[api]) ?? 'none'
  const settings: Readonly<Record<string, string>> = { ...settingsOf(config, capacity), PUBLIC_URL: publicUrl }
  return (name) => {
    const value = settings[name]
    if (value !== undefined) return value
    throw new Error(
      `The setting ${name} does not exist; add it to lib/settings.ts, which has ${Object.keys(settings).join(', ')}`,
    )
  }
}
