import { type Code, code } from '../../code.ts'
import type { Boundary, Context, NamedValue, Part, RenderedFiles, ThreatDraft } from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { hmacPart } from './hmac-part.ts'

interface VerificationOptions {
  /**
   * `deduped` or `timed` when requests have a body to sign: `deduped` recognizes repeated events by ID. `unfit` when
   * they have none.
   */
  readonly hmac?: 'deduped' | 'timed' | 'unfit'
  /** Whether the server publishes the issuer of its tokens (RFC 9728). */
  readonly hasMetadata?: boolean
  readonly scopes?: readonly string[]
  /** Whether callers connect by WebSocket. */
  readonly isConnected?: boolean
}

const boundary = (spoofing: Boundary['cells']['S'], elevation: Boundary['cells']['E']): Boundary => ({
  key: 'http',
  name: code`Caller to HTTP entry`,
  cells: { S: spoofing, T: [], R: [], I: [], D: [], E: elevation },
})

const forgedCaller: ThreatDraft = {
  key: 'caller-forged',
  source: code`A third party`,
  prerequisites: code`The URL`,
  action: code`calls as another caller, without a credential or with a forged one`,
  impact: code`Another caller's data is read or changed`,
  likelihood: 4,
  impactScore: 5,
  mitigation: code`Every route except the open ones verifies the caller first; an unverified caller gets 401`,
  cardIds: ['stride-forged-caller'],
}

const openPart: Part = {
  isOpen: true,
  render: () => [templates('shared/verification-open')],
  boundaries: [
    boundary(
      code`The intention says that any client may call: callers are not verified, so there is no identity to forge`,
      code`All callers have the same rights: every operation of the service`,
    ),
  ],
}

const apiKeyPart = ({ scopes = [], isConnected = false }: VerificationOptions): Part => ({
  secrets: [
    {
      name: code`API_KEYS`,
      description:
        scopes.length > 0
          ? code`JSON list with one {sha256, id, tenant, scopes} per key; the scopes are ${scopes.join(', ') as Code}. Keys themselves are not stored`
          : code`JSON list with one {sha256, id, tenant} per key. Keys themselves are not stored`,
    },
  ],
  render: () => [
    templates('shared/verification-api-key', { flags: { scopes: scopes.length > 0, connection: isConnected } }),
  ],
  requirements: [
    {
      key: 'caller-verified',
      text: code`A caller is identified by an API key, and only the SHA-256 of the key is stored`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary(
      [forgedCaller],
      scopes.length > 0
        ? code`A key has the tenant and the scopes of its entry; a request cannot change them`
        : code`A key has the tenant of its entry and may call every route for that tenant; a request cannot change this`,
    ),
  ],
})

const tenantClaim = ({ traits }: Context): NamedValue => ({
  name: code`TENANT_CLAIM`,
  description: code`Token claim with the tenant of the caller; none if all callers are one tenant`,
  value: traits.multi_tenant === 'no' ? code`none` : code`tenant`,
})

const tokenThreats = ({ traits }: Context): readonly ThreatDraft[] => [
  {
    key: 'token-forged',
    source: code`The holder of a valid token`,
    prerequisites: code`A token with few rights`,
    action: code`changes its claims, or its algorithm to none or to an HMAC with the public key`,
    impact: code`The caller gets the rights of an administrator`,
    likelihood: 3,
    impactScore: 5,
    mitigation: code`Three algorithms are accepted, each with its own key type; keys only come from the issuer`,
  },
  {
    key: 'tenant-guessed',
    source: code`A caller whose token names no tenant`,
    prerequisites: code`A token of the issuer`,
    action: code`is assigned a guessed tenant`,
    impact: code`The caller reads another tenant's data, or does not find its own`,
    likelihood: 3,
    impactScore: 4,
    mitigation:
      traits.multi_tenant === 'no'
        ? code`TENANT_CLAIM has the value none, so all callers are one tenant, and README.md asks whether this is intended. When it names a claim, a token without that claim is refused`
        : code`The setting TENANT_CLAIM names the claim with the tenant; a token without it is refused`,
  },
]

const jwtPart = (
  context: Context,
  { scopes = [], hasMetadata = false, isConnected = false }: VerificationOptions,
): Part => ({
  questions: [
    context.traits.multi_tenant === 'no'
      ? code`All callers share the data of the service (TENANT_CLAIM has the value none). Is this intended?`
      : code`Which claim of the tokens names the tenant? Until TENANT_CLAIM names another one, tokens without the claim tenant are refused`,
  ],
  settings: [
    {
      name: code`JWT_ISSUER`,
      description: code`Issuer of the accepted tokens`,
      value: code`https://issuer.example.com`,
    },
    tenantClaim(context),
    { name: code`JWT_AUDIENCE`, description: code`Audience that tokens must contain`, value: code`service` },
    {
      name: code`JWKS_URL`,
      description: code`URL of the issuer's public keys`,
      value: code`https://issuer.example.com/.well-known/jwks.json`,
    },
  ],
  render: () => [
    templates('shared/verification-jwt', {
      flags: { scopes: scopes.length > 0, metadata: hasMetadata, connection: isConnected },
    }),
  ],
  requirements: [
    {
      key: 'caller-verified',
      text: code`A caller is identified by an unexpired token of the issuer for this audience`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary([{ ...forgedCaller, cardIds: ['stride-forged-caller', 'stride-confused-issuer'] }], tokenThreats(context)),
  ],
})

/** Renders `src/verification/require-scope.ts`, for routes that need a scope. */
export const scopeCheck = (): RenderedFiles => templates('shared/scope')

const isClosed = ({ traits }: Context): boolean => traits.exposure === 'internal' || traits.exposure === 'partner'

/**
 * Chooses how callers are verified. OAuth access tokens are JWTs. Mutual TLS ends at a domain that a person sets up, so
 * callers have API keys until then and the question stays open. API keys also apply when there is no body to sign or
 * the method is unknown. A service is only open if the intention says so, and never if it is internal.
 */
export const verificationPart = (context: Context, options: VerificationOptions = {}): Part => {
  const { hmac = 'unfit' } = options
  const keyPart = apiKeyPart(options)
  switch (context.traits.verification) {
    case 'hmac':
      if (hmac === 'unfit')
        return {
          ...keyPart,
          questions: [code`Are API keys sufficient? Signed requests need a body, and these requests have none`],
        }
      return hmacPart(context, { isDeduped: hmac === 'deduped' })
    case 'jwt':
    case 'oauth':
      return jwtPart(context, options)
    case 'none':
      if (!isClosed(context)) return openPart
      return {
        ...keyPart,
        questions: [
          code`Who may call? The service is ${context.traits.exposure as Code}, so it is not left open: callers use API keys until this is decided`,
        ],
      }
    case 'mtls':
      return {
        ...keyPart,
        questions: [
          code`Which certificate authority signs the callers' certificates? Callers use API keys until mutual TLS is set up at the domain`,
        ],
      }
    default:
      return context.traits.verification === 'unknown'
        ? { ...keyPart, questions: [code`How are callers verified? They use API keys until this is decided`] }
        : keyPart
  }
}

/** Whether callers belong to tenants. */
export const knowsTenants = (context: Context): boolean =>
  context.traits.verification === 'none' ? isClosed(context) : context.traits.verification !== 'hmac'
