import type { ScopeDefinition } from '@signet/contracts'
import { type Capacity, HOLD_SECONDS } from './capacity.ts'
import { type Config, isLocal } from './config.ts'
import { issuerUrl } from './issuer-url.ts'
import { ERASING_SERVICES, SERVICES } from './services.ts'

/** How keys of the platform begin; those of the image service are made with its tenants. */
const PLATFORM_KEYS = 'plat_'

/** Scopes that keys of the platform can have: those of every service that takes such keys, once each. */
const keyScopes = (isWanted: (scope: ScopeDefinition) => boolean = () => true): string =>
  [
    ...new Set(
      SERVICES.filter(({ service }) => service.keyPrefix === PLATFORM_KEYS)
        .flatMap(({ service }) => Object.entries<ScopeDefinition>(service.scopes))
        .flatMap(([name, scope]) => (scope.holder === 'organization' && isWanted(scope) ? [name] : [])),
    ),
  ].join(',')

const settingsOf = (config: Config, { holdsRequests }: Capacity): Readonly<Record<string, string>> => ({
  STAGE: config.stage,
  VERSION: config.version,
  /** The address of the platform that receipts name, at which they are verified. */
  ISSUER_URL: issuerUrl(config),
  PAINTERS: config.painters,
  PROMPT_MODEL: config.promptModel ?? 'none',
  EMBEDDING_MODEL: config.embeddingModel ?? 'offline',
  /** Whether addresses of this machine may be told of jobs: `allowed` on a laptop, `refused` elsewhere. */
  WEBHOOK_LOOPBACK: isLocal(config) ? 'allowed' : 'refused',
  /** How long a caller may be held who waits for a result; 0 where the account has no room for those who wait. */
  HOLD_SECONDS: String(holdsRequests ? HOLD_SECONDS : 0),
  GRANTABLE_SCOPES: keyScopes(),
  /** Scopes of a key for which none are named: everything but money and people. */
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
  /** Whether the edge, and nothing else, calls the APIs: `none` where there is none, `pending` while it is made. */
  EDGE: config.edge === 'off' ? 'none' : config.edge,
  OPERATORS: config.operators,
  SPAN_SAMPLE: String(config.spanSample),
  OTLP_ENDPOINT: config.otlpEndpoint ?? 'none',
  CLIENT_ADDRESS_HEADER: config.clientAddressHeader ?? 'none',
})

/** Reads settings by name, for functions of one API. @throws Error that says where to add one. */
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
      `There is no setting ${name}; add it to lib/settings.ts, which has ${Object.keys(settings).join(', ')}`,
    )
  }
}
