import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['consent']

const page = {
  mediaTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy': { description: "Includes `frame-ancestors 'none'`", schema: z.string() },
    'cache-control': { description: 'no-store', schema: z.string() },
  },
}

const browser = z.object({ cookie: z.string().optional().describe('Cookies of the service') })

const form = {
  bodyType: 'text',
  mediaTypes: ['application/x-www-form-urlencoded'],
  maxBodyBytes: 4_096,
} as const

const location = { description: 'Redirect target', schema: z.string() }

export const showConsent = endpoint({
  name: 'showConsent',
  summary: 'Show the consent page',
  description:
    "Shows the client, its redirect URI, the requested permissions, the account and the credit budget of the client. A browser without a session is redirected to sign in first. If the user has already granted the same permissions and the client's domain is verified, the page is skipped and the client receives a code immediately. If the request has expired, the page states this.",
  tags,
  route: 'GET /consent',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    query: z.strictObject({ request: z.string().max(100).optional().describe('ID of the authorization request') }),
    headers: browser,
  },
  responses: {
    200: { description: 'The consent page', ...page },
    302: { description: 'Redirect to the sign-in page, or to the client with a code', headers: { location } },
  },
  errors: ['forbidden'],
})

export const answerConsent = endpoint({
  name: 'answerConsent',
  summary: 'Answer an authorization request',
  description:
    'Receives the form of the consent page. The form is accepted only from the session to which the page was shown, and only once per request. Approval creates or extends the grant and redirects to the client with a code. Denial redirects with `access_denied` (RFC 6749, section 4.1.2.1). An incomplete form is shown again.',
  tags,
  route: 'POST /consent',
  authority: 'session',
  rate: { requests: 60, window: '1m', by: 'user' },
  request: form,
  responses: {
    200: { description: 'A page that states that the request has expired, or the incomplete form', ...page },
    303: { description: 'Redirect to the client with a code or an error', headers: { location } },
  },
  errors: ['forbidden'],
})
