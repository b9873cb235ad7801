import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['consent']

const page = {
  mediaTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy': { description: "Includes frame-ancestors 'none'", schema: z.string() },
    'cache-control': { description: 'no-store', schema: z.string() },
  },
}

const browser = z.object({ cookie: z.string().optional().describe('Cookies of the service') })

const form = {
  bodyType: 'text',
  mediaTypes: ['application/x-www-form-urlencoded'],
  maxBodyBytes: 4_096,
} as const

const location = { description: 'Target of the redirect', schema: z.string() }

export const showConsent = endpoint({
  name: 'showConsent',
  summary: 'Consent page',
  description:
    'Shows the client, its redirect URI, the requested rights, the account and a budget. Visitors without a session are redirected to sign-in and back. If the user has already granted the same rights and the client’s domain is verified, the page is skipped and the client gets a code at once. For an expired request the page says so.',
  tags,
  route: 'GET /consent',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    query: z.strictObject({ request: z.string().max(100).optional().describe('Id of the request') }),
    headers: browser,
  },
  responses: {
    200: { description: 'HTML', ...page },
    302: { description: 'Redirect to the sign-in page, or to the client with a code', headers: { location } },
  },
  errors: ['forbidden'],
})

export const answerConsent = endpoint({
  name: 'answerConsent',
  summary: 'Answer a consent request',
  description:
    'The form of the consent page. It is accepted only from the session that was shown the page, and each request is answered once. A yes creates or extends the grant and redirects to the client with a code. A no redirects with access_denied (RFC 6749 4.1.2). An incomplete form is shown again.',
  tags,
  route: 'POST /consent',
  authority: 'session',
  rate: { requests: 60, window: '1m', by: 'user' },
  request: form,
  responses: {
    200: { description: 'HTML: the request has expired, or the form is incomplete', ...page },
    303: { description: 'Redirect to the client with a code or an error', headers: { location } },
  },
  errors: ['forbidden'],
})
