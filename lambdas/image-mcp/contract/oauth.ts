import { endpoint } from '@signet/contracts'
import { anyOrigin, anyQuery, protectedResource } from '@signet/mcp/agents/contract'
import * as z from 'zod'

const tags = ['oauth']

const noStore = { 'cache-control': { description: 'Always `no-store`', schema: z.string() } }

export const getProtectedResource = protectedResource({ name: 'getProtectedResource', tags })

export const getAuthorizationServer = endpoint({
  name: 'getAuthorizationServer',
  summary: 'Get the authorization server metadata',
  description:
    'Returns the metadata of the authorization server (RFC 8414). The issuer is the origin of the request URL.',
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
        authorization_response_iss_parameter_supported: z
          .literal(true)
          .describe('Whether authorization responses contain `iss` (RFC 9207)'),
        client_id_metadata_document_supported: z.literal(true),
        protected_resources: z.array(z.url()).describe('Resource servers for which tokens can be issued (RFC 8707)'),
      }),
    },
  },
})

export const getSigningKeys = endpoint({
  name: 'getSigningKeys',
  summary: 'Get the public keys for access tokens',
  description:
    'Returns a JSON Web Key Set (RFC 7517). A replaced key remains in the set until the last token signed with it has expired.',
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
    'Registers a public client dynamically (RFC 7591). Unsupported metadata is ignored; the response contains the registered values. A redirect URI must use https, http with a loopback address, or the custom URI scheme of a known app; other URIs are ignored. A client expires after 90 days without use. Errors also have the fields `error` and `error_description` of RFC 7591, section 3.2.2, with `invalid_redirect_uri` or `invalid_client_metadata`.',
  tags,
  route: 'POST /register',
  authority: 'open',
  rate: { requests: 120, window: '1h', by: 'address' },
  request: {
    body: z.looseObject({
      redirect_uris: z.array(z.string().max(2_000)).min(1).max(50).describe('Redirect URIs; up to 10 are used'),
      client_name: text
        .nullish()
        .describe('Name of the client, shown to users as unverified; null is treated as absent'),
      client_uri: text.nullish().describe('Home page of the client; only https URLs are stored'),
    }),
    maxBodyBytes: 16_384,
  },
  responses: {
    201: {
      description: 'The client was registered',
      headers: { ...anyOrigin, ...noStore },
      schema: z.object({
        client_id: z.string(),
        client_id_issued_at: z.int().describe('Time of registration, in seconds since the Unix epoch'),
        redirect_uris: z.array(z.string()),
        client_name: z.string().optional(),
        client_uri: z.string().optional(),
        grant_types: z.array(z.literal('authorization_code')),
        response_types: z.array(z.literal('code')),
        token_endpoint_auth_method: z.literal('none'),
        scope: z.string().describe('Scopes that the client can request, separated by spaces'),
      }),
    },
  },
  errors: [{ code: 'invalid_redirect_uri', status: 400, description: 'None of the redirect URIs is allowed.' }],
})

export const authorizeAgent = endpoint({
  name: 'authorizeAgent',
  summary: 'Authorize an agent',
  description:
    'Handles authorization requests (OAuth 2.1, section 4.1.1) of public clients with PKCE (S256 only). `client_id` comes from a registration or is the https URL of a metadata document. A valid request is stored for ten minutes, and the browser is redirected to the platform, where the user signs in and approves or denies the request. If the client or the redirect URI is invalid, the error is shown as a page and the client receives no response. All other errors are returned to the client (RFC 6749, section 4.1.2.1). Unknown parameters are ignored.',
  tags,
  route: 'GET /authorize',
  authority: 'open',
  rate: { requests: 60, window: '1m', by: 'address' },
  request: {
    query: z.looseObject({
      response_type: text.optional().describe('Type of the response; must be `code`'),
      client_id: text.optional().describe('ID from the client registration, or the https URL of a metadata document'),
      redirect_uri: text
        .optional()
        .describe("One of the client's redirect URIs, exactly as registered; a loopback address can use any port"),
      scope: text
        .optional()
        .describe(
          'Image service: `generate`, `read`, `billing:purchase`; default: `generate read`. Agent gateway: `runtime:read`, `runtime:run`; default: both.',
        ),
      state: z.string().max(2_000).optional().describe('Value that is returned to the client unchanged'),
      code_challenge: text.optional().describe('S256 challenge of the code verifier (RFC 7636)'),
      code_challenge_method: text.optional().describe('Method of the code challenge; must be `S256`'),
      resource: text.optional().describe('Resource server that the token is for (RFC 8707); default: the MCP endpoint'),
    }),
  },
  responses: {
    302: {
      description: 'Redirect to the platform, or to the client with an error',
      headers: { location: { description: 'Redirect target', schema: z.string() }, ...noStore },
    },
  },
  errors: [
    {
      code: 'invalid_client',
      status: 400,
      description: 'The client does not exist, or its metadata document is invalid.',
    },
    {
      code: 'invalid_redirect_uri',
      status: 400,
      description: "`redirect_uri` is not one of the client's redirect URIs.",
    },
  ],
})

export const exchangeCode = endpoint({
  name: 'exchangeCode',
  summary: 'Exchange a code for an access token',
  description:
    'Exchanges an authorization code for an access token (OAuth 2.1, section 4.1.3). Refresh tokens are not issued. A code can be used once, within 60 seconds. A second use is rejected and revokes the grant, unless the same client repeats its request within 10 seconds. The token is a JWT (RFC 9068) that expires after 15 minutes.',
  tags,
  route: 'POST /token',
  authority: 'open',
  rate: { requests: 600, window: '1m', by: 'address' },
  request: { bodyType: 'text', mediaTypes: ['application/x-www-form-urlencoded'], maxBodyBytes: 16_384 },
  responses: {
    200: {
      description: 'The access token',
      headers: { ...anyOrigin, ...noStore },
      schema: z.object({
        access_token: z.string(),
        token_type: z.literal('Bearer'),
        expires_in: z.int().describe('Lifetime of the token in seconds'),
        scope: z.string().describe('Granted scopes, separated by spaces'),
      }),
    },
  },
  errors: [
    { code: 'invalid_request', status: 400, description: 'A parameter is missing or repeated.' },
    { code: 'unsupported_grant_type', status: 400, description: '`grant_type` is not `authorization_code`.' },
    {
      code: 'invalid_grant',
      status: 400,
      description:
        'The code is invalid, expired or already used, or does not match the request. Start a new authorization.',
    },
    { code: 'invalid_target', status: 400, description: '`resource` does not match the authorization request.' },
    { code: 'invalid_client', status: 401, description: 'The client does not exist. Register the client again.' },
  ],
})

export const oauthEndpoints = [
  getProtectedResource,
  getAuthorizationServer,
  getSigningKeys,
  registerClient,
  authorizeAgent,
  exchangeCode,
]
