import { type Code, code } from '../../code.ts'
import type { Boundary, Context, NamedValue, Part, Rendered, ThreatDraft } from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { hmacPart } from './hmac-part.ts'

interface Verified {
  /** Whether the pattern's requests have a body to sign, and whether it knows repetitions by their ids. */
  readonly hmac?: 'deduped' | 'timed' | 'unfit'
  readonly hasMetadata?: boolean
  readonly scopes?: readonly string[]
  readonly isConnected?: boolean
}

const boundary = (spoofing: Boundary['cells']['S'], elevation: Boundary['cells']['E']): Boundary => ({
  key: 'http',
  name: code`Caller to HTTP entry`,
  cells: { S: spoofing, T: [], R: [], I: [], D: [], E: elevation },
})

const taken: ThreatDraft = {
  key: 'caller-forged',
  source: code`A third party`,
  prerequisites: code`The address`,
  action: code`calls as another caller, without a credential or with a forged one`,
  impact: code`Data of others is read or changed`,
  likelihood: 4,
  impactScore: 5,
  mitigation: code`Every route but the open ones verifies the caller first; what cannot be verified is 401`,
  answers: ['stride-forged-caller'],
}

const openPart: Part = {
  isOpen: true,
  rendered: () => [templates('shared/verification-open')],
  boundaries: [
    boundary(
      code`The intention says that any client may call: callers are not verified, so there is no identity to forge`,
      code`All callers have the same rights: every operation of the service`,
    ),
  ],
}

const apiKeyPart = ({ scopes = [], isConnected = false }: Verified): Part => ({
  secrets: [
    {
      name: code`API_KEYS`,
      means:
        scopes.length > 0
          ? code`JSON list of {sha256, id, tenant, scopes}, one a key, with scopes of ${scopes.join(', ') as Code}; keys themselves are not kept`
          : code`JSON list of {sha256, id, tenant}, one a key; keys themselves are not kept`,
    },
  ],
  rendered: () => [
    templates('shared/verification-api-key', { flags: { scopes: scopes.length > 0, connection: isConnected } }),
  ],
  requirements: [
    {
      key: 'caller-verified',
      text: code`A caller is known by an API key, of which only the SHA-256 is kept`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary(
      [taken],
      scopes.length > 0
        ? code`A key has the tenant and the scopes of its entry; nothing that a caller sends changes them`
        : code`A key has the tenant of its entry, and may call every route of it; nothing that a caller sends changes that`,
    ),
  ],
})

const tenantClaim = ({ traits }: Context): NamedValue => ({
  name: code`TENANT_CLAIM`,
  means: code`Claim of the tokens that names the tenant of a caller; none where all callers are one tenant`,
  value: traits.multi_tenant === 'no' ? code`none` : code`tenant`,
})

const tokenThreats = ({ traits }: Context): readonly ThreatDraft[] => [
  {
    key: 'token-forged',
    source: code`The holder of a valid token`,
    prerequisites: code`A token of low rights`,
    action: code`changes its claims, or its algorithm to none or to an HMAC with the public key`,
    impact: code`Rights of an administrator`,
    likelihood: 3,
    impactScore: 5,
    mitigation: code`Three algorithms are accepted, each with its own kind of key; keys come from the issuer alone`,
  },
  {
    key: 'tenant-guessed',
    source: code`A caller whose token names no tenant`,
    prerequisites: code`A token of the issuer`,
    action: code`is given a tenant by guess, its own or that of another`,
    impact: code`Colleagues do not see each other's work, or other tenants do`,
    likelihood: 3,
    impactScore: 4,
    mitigation:
      traits.multi_tenant === 'no'
        ? code`TENANT_CLAIM is none: all callers are one tenant, and README asks whether that is so. Once it names a claim, a token without it is refused`
        : code`The tenant is a claim that the setting TENANT_CLAIM names; a token without it is refused`,
  },
]

const jwtPart = (context: Context, { scopes = [], hasMetadata = false, isConnected = false }: Verified): Part => ({
  questions: [
    context.traits.multi_tenant === 'no'
      ? code`All callers share the data of the service (setting TENANT_CLAIM is none): is that intended?`
      : code`Which claim of the tokens names the tenant? Until TENANT_CLAIM says it, tokens without the claim tenant are refused`,
  ],
  settings: [
    {
      name: code`JWT_ISSUER`,
      means: code`Issuer of the tokens that are accepted`,
      value: code`https://issuer.example.com`,
    },
    tenantClaim(context),
    { name: code`JWT_AUDIENCE`, means: code`Audience that tokens must name`, value: code`service` },
    {
      name: code`JWKS_URL`,
      means: code`Address of the issuer's public keys`,
      value: code`https://issuer.example.com/.well-known/jwks.json`,
    },
  ],
  rendered: () => [
    templates('shared/verification-jwt', {
      flags: { scopes: scopes.length > 0, metadata: hasMetadata, connection: isConnected },
    }),
  ],
  requirements: [
    {
      key: 'caller-verified',
      text: code`A caller is known by a token of the issuer, for this audience, that has not ended`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary([{ ...taken, answers: ['stride-forged-caller', 'stride-confused-issuer'] }], tokenThreats(context)),
  ],
})

/** `src/verification/require-scope.ts`, for routes that need a scope. */
export const scopeCheck = (): Rendered => templates('shared/scope')

const isClosed = ({ traits }: Context): boolean => traits.exposure === 'internal' || traits.exposure === 'partner'

/**
 * How callers are verified, by the trait. OAuth's access tokens are JWTs; mutual TLS ends before the function, at a domain
 * that a person sets up, so until then callers have keys, and the question stays open. The same where there is no body to
 * sign, and where nothing says who may call: a service is open only where somebody wants that, and never if it is internal.
 */
export const verificationPart = (context: Context, verified: Verified = {}): Part => {
  const { hmac = 'unfit' } = verified
  const keys = apiKeyPart(verified)
  switch (context.traits.verification) {
    case 'hmac':
      if (hmac === 'unfit')
        return {
          ...keys,
          questions: [code`Signed requests have bodies, and these have none: are API keys enough?`],
        }
      return hmacPart(context, { isDeduped: hmac === 'deduped' })
    case 'jwt':
    case 'oauth':
      return jwtPart(context, verified)
    case 'none':
      if (!isClosed(context)) return openPart
      return {
        ...keys,
        questions: [
          code`Who may call? The service is ${context.traits.exposure as Code}, so it is not left open: until this is decided, callers have API keys`,
        ],
      }
    case 'mtls':
      return {
        ...keys,
        questions: [
          code`Which certificate authority signs the callers' certificates? Until mutual TLS is set up at the domain, callers have API keys`,
        ],
      }
    default:
      return context.traits.verification === 'unknown'
        ? { ...keys, questions: [code`How are callers verified? Until this is decided, they have API keys`] }
        : keys
  }
}

/** Whether callers have tenants, so that there are foreign ones. */
export const knowsTenants = (context: Context): boolean =>
  context.traits.verification === 'none' ? isClosed(context) : context.traits.verification !== 'hmac'
