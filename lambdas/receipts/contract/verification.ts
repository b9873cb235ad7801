import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['verification']

/** Public; the limit caps the cost that one address can cause. */
const rate = { requests: 600, window: '1m', by: 'address' } as const

const cacheHeaders = {
  etag: { description: 'ETag of the current state of the receipt and the log', schema: z.string() },
  'cache-control': {
    description: 'max-age=60 until the log contains the receipt, then max-age=300',
    schema: z.string(),
  },
}

export const verifyReceiptPage = endpoint({
  name: 'verifyReceiptPage',
  summary: 'Verify a receipt',
  description:
    'Returns the public data of the receipt with this hash. The suffix selects the format: none (a page for browsers, or JSON), `.json`, `.dsse.json` (the envelope), `.sigstore.json` (a Sigstore bundle v0.3), `.tlog-proof` (c2sp.org/tlog-proof) or `.zip` (everything for offline verification). For a private receipt, the page and JSON contain only the checks, the kind and the time. The other formats return 404; the owner can share the files.',
  tags,
  route: 'GET /verify/:receipt',
  authority: 'open',
  rate,
  stream: true,
  request: {
    params: z.strictObject({
      receipt: z
        .string()
        .regex(
          /^[0-9a-f]{64}(?:\.json|\.dsse\.json|\.sigstore\.json|\.tlog-proof|\.zip)?$/,
          'must be 64 lowercase hexadecimal digits, optionally followed by .json, .dsse.json, .sigstore.json, .tlog-proof or .zip',
        )
        .describe('Hash of the receipt, optionally with a suffix that selects the format'),
    }),
    headers: z.object({
      accept: z
        .string()
        .optional()
        .describe('`text/html` requests the page instead of JSON')
        .meta({ examples: ['text/html,*/*;q=0.8'] }),
      'if-none-match': z.string().optional().describe("ETag of the client's cached copy"),
    }),
  },
  responses: {
    200: {
      description: 'The receipt in the requested format',
      mediaTypes: [
        'text/html; charset=utf-8',
        'application/json',
        'application/vnd.dev.sigstore.bundle.v0.3+json',
        'text/plain; charset=utf-8',
        'application/zip',
      ],
      headers: {
        ...cacheHeaders,
        vary: { description: 'Accept, if no suffix selects the format', schema: z.string().optional() },
      },
    },
    304: { description: 'The cached copy is current', headers: cacheHeaders },
  },
  errors: ['not_found'],
})

const Jwk = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string(),
    kid: z.string().describe('Key ID: the RFC 7638 thumbprint of the key'),
    use: z.literal('sig'),
    alg: z.literal('Ed25519'),
    purpose: z.enum(['receipt', 'log']),
    status: z.enum(['active', 'retired', 'revoked']),
    valid_from: z.string(),
    valid_until: z.string().optional(),
    revoked_at: z.string().optional(),
  })
  .meta({ id: 'ReceiptKey' })

export const readJwks = endpoint({
  name: 'readJwks',
  summary: 'List receipt keys',
  description:
    'Returns all public keys whose private keys have signed receipts or the receipt log, with their validity periods (RFC 7517, RFC 8037). Keys are never removed.',
  tags,
  route: 'GET /.well-known/jwks.json',
  authority: 'open',
  rate,
  stream: true,
  responses: {
    200: {
      description: 'The keys',
      schema: z.object({ keys: z.array(Jwk) }),
      headers: { 'cache-control': { description: 'max-age=300', schema: z.string() } },
    },
  },
})

export const readLogKeys = endpoint({
  name: 'readLogKeys',
  summary: 'List keys of the log and its witnesses',
  description:
    'Returns the keys of the receipt logs of all years, newest first, and the keys of the witnesses that cosigned the logs, one per line (c2sp.org/signed-note).',
  tags,
  route: 'GET /.well-known/log-vkey',
  authority: 'open',
  rate,
  stream: true,
  responses: {
    200: {
      description: 'The keys',
      mediaTypes: ['text/plain; charset=utf-8'],
      headers: { 'cache-control': { description: 'max-age=300', schema: z.string() } },
    },
  },
})
