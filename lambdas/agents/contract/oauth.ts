import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['oauth']

/** Pages of any origin may read it: agents also run in browsers, and nothing here depends on cookies. */
const anyOrigin = { 'access-control-allow-origin': { description: 'Any', schema: z.literal('*') } }
const noStore = { 'cache-control': { description: 'no-store', schema: z.string() } }

/** Clients append the query of the resource's address to the address of the metadata (RFC 9728 3.1). */
const anyQuery = { query: z.looseObject({}) }

/** Protected resource metadata (RFC 9728 2), by which agents find the authorization server. */
const ProtectedResource = z.object({
  resource: z.url().describe('The MCP endpoint, without a slash at its end'),
  authorization_servers: z.array(z.url()),
  scopes_supported: z.array(z.string()).describe('What is asked for at first; more is asked for where it is needed'),
  bearer_methods_supported: z.array(z.literal('header')),
  resource_name: z.string(),
})

export const getProtectedResource = endpoint({
  name: 'getProtectedResource',
  summary: 'Who lets agents in',
  description: 'Metadata of the MCP endpoint as a resource that OAuth protects (RFC 9728).',
  tags,
  route: 'GET /.well-known/oauth-protected-resource',
  authority: 'open',
  request: anyQuery,
  responses: { 200: { description: 'The metadata', schema: ProtectedResource, headers: anyOrigin } },
})

export const getAuthorizationServer = endpoint({
  name: 'getAuthorizationServer',
  summary: 'How agents are let in',
  description: 'Metadata of the authorization server (RFC 8414). The issuer is the address that it was asked at.',
  tags,
  route: 'GET /.well-known/oauth-authorization-server',
  authority: 'open',
  request: anyQuery,
  responses: {
    200: {
      description: 'The metadata',
      headers: anyOrigin,
      schema: z.object({
        issuer: z.url(),
        authorization_endpoint: z.url(),
        token_endpoint: z.url(),
        registration_endpoint: z.url(),
        jwks_uri: z.url(),
        scopes_supported: z.array(z.string()),
        response_types_supported: z.array(z.literal('code')),
        response_modes_supported: z.array(z.literal('query')),
        grant_types_supported: z.array(z.literal('authorization_code')),
        token_endpoint_auth_methods_supported: z.array(z.literal('none')),
        code_challenge_methods_supported: z.array(z.literal('S256')),
        authorization_response_iss_parameter_supported: z.literal(true).describe('RFC 9207'),
        client_id_metadata_document_supported: z.literal(true),
        protected_resources: z.array(z.url()).describe('Services that tokens can be made out to (RFC 8707)'),
      }),
    },
  },
})

export const getSigningKeys = endpoint({
  name: 'getSigningKeys',
  summary: 'Keys that access tokens are verified by',
  description: 'A JSON Web Key Set (RFC 7517). A key that was replaced stays until the last token of it is over.',
  tags,
  route: 'GET /.well-known/jwks.json',
  authority: 'open',
  rate: { requests: 600, window: '1m', by: 'address' },
  responses: {
    200: {
      description: 'The public keys',
      headers: anyOrigin,
      schema: z.object({
        keys: z.array(
          z.object({
            kty: z.literal('EC'),
            crv: z.literal('P-256'),
            alg: z.literal('ES256'),
            use: z.literal('sig'),
            kid: z.string(),
            x: z.string(),
            y: z.string(),
          }),
        ),
      }),
    },
  },
})

const text = z.string().max(1_000)

export const registerClient = endpoint({
  name: 'registerClient',
  summary: 'Register a client',
  description:
    'Dynamic registration (RFC 7591) of a public client. What we do not do is left out rather than refused: the answer says what counts. Redirect URIs are https, http to the own machine, or the scheme of a known program; others are left out. A client that nobody uses for 90 days is forgotten.',
  tags,
  route: 'POST /register',
  authority: 'open',
  rate: { requests: 120, window: '1h', by: 'address' },
  request: {
    body: z.looseObject({
      redirect_uris: z.array(z.string().max(2_000)).min(1).max(50).describe('Where answers may go; at most 10 count'),
      client_name: text.nullish().describe('Shown to people as what it calls itself; null: absent'),
      client_uri: text.nullish(),
    }),
    maxBodyBytes: 16_384,
  },
  responses: {
    201: {
      description: 'It is registered',
      headers: { ...anyOrigin, ...noStore },
      schema: z.object({
        client_id: z.string(),
        client_id_issued_at: z.int().describe('Seconds since the epoch'),
        redirect_uris: z.array(z.string()),
        client_name: z.string().optional(),
        client_uri: z.string().optional(),
        grant_types: z.array(z.literal('authorization_code')),
        response_types: z.array(z.literal('code')),
        token_endpoint_auth_method: z.literal('none'),
        scope: z.string().describe('What it may ask for'),
      }),
    },
  },
  errors: [{ code: 'invalid_redirect_uri', status: 400, description: 'None of the redirect URIs may be used.' }],
})

export const authorizeAgent = endpoint({
  name: 'authorizeAgent',
  summary: 'Ask a person to let an agent in',
  description:
    'The authorization endpoint (OAuth 2.1 4.1.1) for public clients with PKCE, S256 only. client_id is that of a registration, or the https address of a metadata document. A good request is kept for ten minutes and the browser goes to the platform, where the person signs in and answers. Until client and redirect URI are known, nothing is sent anywhere, and browsers are shown what is wrong as a page; after that, errors go to the client (RFC 6749 4.1.2.1). Parameters that are not known are ignored.',
  tags,
  route: 'GET /authorize',
  authority: 'open',
  rate: { requests: 60, window: '1m', by: 'address' },
  request: {
    query: z.looseObject({
      response_type: text.optional().describe('code'),
      client_id: text.optional(),
      redirect_uri: text.optional().describe('One of the client’s, to the letter; on the own machine the port is free'),
      scope: text.optional().describe('generate read billing:purchase; absent: generate read'),
      state: z.string().max(2_000).optional().describe('Given back as it is'),
      code_challenge: text.optional().describe('Of the verifier, S256 (RFC 7636)'),
      code_challenge_method: text.optional().describe('S256'),
      resource: text.optional().describe('The service that tokens are for (RFC 8707); absent: the MCP endpoint'),
    }),
  },
  responses: {
    302: {
      description: 'To the platform, or to the client with an error',
      headers: { location: { description: 'Where to go', schema: z.string() }, ...noStore },
    },
  },
  errors: [
    { code: 'invalid_client', status: 400, description: 'There is no such client, or its document does not count.' },
    { code: 'invalid_redirect_uri', status: 400, description: 'redirect_uri is not one of the client’s.' },
  ],
})

export const exchangeCode = endpoint({
  name: 'exchangeCode',
  summary: 'Take an access token for a code',
  description:
    'The token endpoint (OAuth 2.1 4.1.3), for codes alone: there are no refresh tokens. A code is good once, for 60 seconds; a second use revokes what was granted. The token is a JWT (RFC 9068) of 15 minutes.',
  tags,
  route: 'POST /token',
  authority: 'open',
  rate: { requests: 600, window: '1m', by: 'address' },
  request: { bodyType: 'text', mediaTypes: ['application/x-www-form-urlencoded'], maxBodyBytes: 16_384 },
  responses: {
    200: {
      description: 'The token',
      headers: { ...anyOrigin, ...noStore },
      schema: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int().describe('Seconds'),
        scope: z.string().describe('What it may do'),
      }),
    },
  },
  errors: [
    { code: 'invalid_request', status: 400, description: 'A parameter is missing, or is there twice.' },
    { code: 'unsupported_grant_type', status: 400, description: 'grant_type is not authorization_code.' },
    { code: 'invalid_grant', status: 400, description: 'The code does not count, or not with what was sent.' },
    { code: 'invalid_target', status: 400, description: 'resource is not what the code is for.' },
    { code: 'invalid_client', status: 401, description: 'There is no such client: register again.' },
  ],
})

/** The endpoints of the authorization server. */
export const oauthEndpoints = [
  getProtectedResource,
  getAuthorizationServer,
  getSigningKeys,
  registerClient,
  authorizeAgent,
  exchangeCode,
]
