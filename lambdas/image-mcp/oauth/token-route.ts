import { reply } from '@signet/contracts'
import { type Clients, type Redemption, type redeemCode, TOKEN_SECONDS } from '@signet/identity/oauth'
import type { TokenIssuer } from '@signet/identity/oauth/tokens'
import { type Refusal, route } from '@signet/kernel'
import { exchangeCode } from '../contract/oauth.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { requestedResource } from './requested-resource.ts'

export interface TokenDeps {
  readonly clients: Pick<Clients, 'mayExist'>
  readonly redeem: ReturnType<typeof redeemCode>
  readonly tokens: Pick<TokenIssuer, 'mint'>
}

/** RFC 7636 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

const PARAMETERS = ['grant_type', 'code', 'redirect_uri', 'client_id', 'code_verifier', 'resource'] as const
type Form = Readonly<Record<(typeof PARAMETERS)[number], string | undefined>>

type FormRefusal = Refusal<'invalid_request' | 'unsupported_grant_type' | 'invalid_target'>

/** Parses the form. A parameter may occur once (RFC 6749 3.2); an empty value counts as absent. */
const parseForm = (body: string): Form | FormRefusal => {
  const parameters = new URLSearchParams(body)
  const repeatedName = PARAMETERS.find((name) => parameters.getAll(name).length > 1)
  if (repeatedName) return oauthRefusal('invalid_request', `${repeatedName} is repeated`)
  return Object.fromEntries(PARAMETERS.map((name) => [name, parameters.get(name) || undefined])) as Form
}

const parseRedemption = (body: string): Redemption | FormRefusal => {
  const form = parseForm(body)
  if (form instanceof Error) return form
  const { grant_type, code, redirect_uri, client_id, code_verifier, resource } = form
  if (grant_type === undefined) return oauthRefusal('invalid_request', 'grant_type is missing')
  if (grant_type !== 'authorization_code') {
    return oauthRefusal(
      'unsupported_grant_type',
      'grant_type must be authorization_code: refresh tokens are not supported',
    )
  }
  const missing = Object.entries({ code, redirect_uri, client_id, code_verifier }).find(([, value]) => !value)
  if (!code || !redirect_uri || !client_id || !code_verifier) {
    return oauthRefusal('invalid_request', `${missing?.[0]} is missing`)
  }
  if (!VERIFIER.test(code_verifier)) {
    return oauthRefusal('invalid_request', 'code_verifier must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~')
  }
  const audience = resource === undefined ? undefined : requestedResource(resource)
  if (resource !== undefined && audience === undefined) return oauthRefusal('invalid_target', 'resource is not a URL')
  return { code, clientId: client_id, redirectUri: redirect_uri, verifier: code_verifier, audience }
}

/** The token endpoint: exchanges an authorization code for an access token. */
export const tokenRoute = ({ clients, redeem, tokens }: TokenDeps) =>
  route(exchangeCode, async ({ body }) => {
    const redemption = parseRedemption(String(body))
    if (redemption instanceof Error) return redemption
    if (!(await clients.mayExist(redemption.clientId))) {
      return oauthRefusal('invalid_client', 'The client does not exist. Register the client again')
    }
    const grant = await redeem(redemption)
    if ('error' in grant) return oauthRefusal(grant.error, grant.description)
    const access_token = await tokens.mint({
      issuer: grant.issuer,
      audience: grant.audience,
      userId: grant.user_id,
      orgId: grant.org_id,
      tenantId: grant.tenant_id,
      clientId: grant.client_id,
      grantId: grant.grant_id,
      scopes: grant.scopes,
    })
    const tokenResponse = {
      access_token,
      token_type: 'Bearer' as const,
      expires_in: TOKEN_SECONDS,
      scope: grant.scopes.join(' '),
    }
    return reply(200, tokenResponse, {
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    })
  })
