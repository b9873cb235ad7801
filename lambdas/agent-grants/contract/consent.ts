import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['consent']

const page = {
  mediaTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy': { description: "frame-ancestors 'none' among others", schema: z.string() },
    'cache-control': { description: 'no-store', schema: z.string() },
  },
}

const browser = z.object({ cookie: z.string().optional().describe('Cookies of the service') })

const form = {
  bodyType: 'text',
  mediaTypes: ['application/x-www-form-urlencoded'],
  maxBodyBytes: 4_096,
} as const

const location = { description: 'Where to go', schema: z.string() }

export const showConsent = endpoint({
  name: 'showConsent',
  summary: 'Consent page',
  description:
    'Shows the client, its redirect URI, the requested rights, the account and a budget. Visitors without a session are redirected to sign-in and back. If the person has agreed to the same before, and the client’s own domain vouches for it, the response is sent at once. An expired request is reported.',
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
    302: { description: 'To the sign-in page, or to the client with the answer', headers: { location } },
  },
  errors: ['forbidden'],
})

export const answerConsent = endpoint({
  name: 'answerConsent',
  summary: 'Answer a consent request',
  description:
    'The form of the page. Only the page of this session can send it, and each request is answered once. A yes creates or widens the grant and redirects to the client with a code; a no redirects with access_denied (RFC 6749 4.1.2). An incomplete form is shown again.',
  tags,
  route: 'POST /consent',
  authority: 'session',
  rate: { requests: 60, window: '1m', by: 'user' },
  request: form,
  responses: {
    200: { description: 'HTML: the request has expired, or the form is incomplete', ...page },
    303: { description: 'To the client, with the answer', headers: { location } },
  },
  errors: ['forbidden'],
})
