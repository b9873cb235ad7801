import { reply } from '@signet/contracts'
import {
  BadClientDocument,
  type Client,
  type Clients,
  matchesRedirect,
  type RequestTable,
  redirectWith,
  requestedScopes,
} from '@signet/identity/oauth'
import { type Refusal, route } from '@signet/kernel'
import { authorizeAgent } from '../contract/oauth.ts'
import type { Audience } from './audiences.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { requestedResource } from './requested-resource.ts'

export interface AuthorizeDeps {
  readonly clients: Pick<Clients, 'find'>
  readonly requests: Pick<RequestTable, 'store'>
  readonly audiences: (baseUrl: string) => Promise<readonly Audience[]>
  /** Base address of sign-in and consent, without a trailing slash. */
  readonly platform: string
}

interface Query {
  readonly response_type?: string | undefined
  readonly client_id?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly scope?: string | undefined
  readonly state?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
  readonly resource?: string | undefined
}

/** A parameter without a value counts as absent (RFC 6749 3.1). */
const withoutEmpty = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** An error for the client, in the form of RFC 6749 4.1.2.1. */
interface Problem {
  readonly error: 'unsupported_response_type' | 'invalid_request' | 'invalid_target'
  readonly error_description: string
}

/** An S256 challenge is a digest of 32 bytes in base64url (RFC 7636 4.2). */
const CHALLENGE = /^[\w-]{43}$/

const findClient = async ({ clients }: AuthorizeDeps, id: string): Promise<Client | Refusal<'invalid_client'>> => {
  try {
    const message = 'The client does not exist: register at /register, or use the URL of a metadata document'
    return (await clients.find(id)) ?? oauthRefusal('invalid_client', message)
  } catch (error) {
    if (error instanceof BadClientDocument)
      return oauthRefusal('invalid_client', `The metadata document ${error.message}`)
    throw error
  }
}

const audienceOf = async (
  deps: AuthorizeDeps,
  resource: string | undefined,
  baseUrl: string,
): Promise<Audience | undefined> => {
  const audiences = await deps.audiences(baseUrl)
  if (resource === undefined) return audiences[0]
  const address = requestedResource(resource)
  return audiences.find((audience) => audience.address === address)
}

const readQuery = async (deps: AuthorizeDeps, query: Query, baseUrl: string) => {
  const problem = (error: Problem['error'], error_description: string): Problem => ({ error, error_description })
  const { response_type, code_challenge, code_challenge_method, resource } = query
  if (response_type !== 'code') return problem('unsupported_response_type', 'response_type must be code')
  if (code_challenge_method !== 'S256') return problem('invalid_request', 'code_challenge_method must be S256')
  if (code_challenge === undefined || !CHALLENGE.test(code_challenge)) {
    return problem('invalid_request', 'code_challenge must be 43 base64url characters (RFC 7636 4.2)')
  }
  const audience = await audienceOf(deps, resource, baseUrl)
  if (audience === undefined)
    return problem('invalid_target', 'resource is not one of protected_resources in the metadata')
  const scopes = requestedScopes(query.scope, audience.kind)
  return { challenge: code_challenge, scopes: [...scopes], audience: audience.address }
}

const clientFields = ({ clientId, kind, name, home }: Client) => ({
  client_id: clientId,
  client_kind: kind,
  ...(name === undefined ? {} : { client_name: name }),
  ...(home === undefined ? {} : { client_home: home }),
})

/** The authorization endpoint: validates a request and redirects to the platform, where the user signs in. */
export const authorizeRoute = (deps: AuthorizeDeps) =>
  route(authorizeAgent, async ({ query: rawQuery, baseUrl }) => {
    const query = withoutEmpty(rawQuery)
    const { client_id, redirect_uri, state } = query
    if (client_id === undefined) return oauthRefusal('invalid_client', 'client_id is missing')
    const client = await findClient(deps, client_id)
    if (!('redirectUris' in client)) return client
    if (redirect_uri === undefined || !matchesRedirect(client.redirectUris, redirect_uri)) {
      return oauthRefusal('invalid_redirect_uri', 'redirect_uri must be exactly one of the client’s redirect URIs')
    }
    const redirectTo = (location: string) =>
      reply(302, undefined, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const parsed = await readQuery(deps, query, baseUrl)
    if ('error' in parsed) return redirectTo(redirectWith(redirect_uri, { ...parsed, state, iss: baseUrl }))
    const agentRequest = { ...clientFields(client), ...parsed, redirect_uri, issuer: baseUrl }
    const handle = await deps.requests.store(state === undefined ? agentRequest : { ...agentRequest, state })
    return redirectTo(`${deps.platform}/consent?${new URLSearchParams({ request: handle })}`)
  })
