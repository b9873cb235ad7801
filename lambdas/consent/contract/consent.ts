import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['consent']

/** A page, with its headers for browsers. */
export const page = {
  mediaTypes: ['text/html; charset=utf-8'],
  headers: {
    'content-security-policy': { description: "frame-ancestors 'none' among others", schema: z.string() },
    'cache-control': { description: 'no-store', schema: z.string() },
  },
}

export const browser = z.object({ cookie: z.string().optional().describe('What the browser keeps for us') })

/** A form as browsers send it. */
export const form = {
  bodyType: 'text',
  mediaTypes: ['application/x-www-form-urlencoded'],
  maxBodyBytes: 4_096,
} as const

const location = { description: 'Where to go', schema: z.string() }

export const showConsent = endpoint({
  name: 'showConsent',
  summary: 'Let an agent in?',
  description:
    'Who asks, where the answer goes, what the agent may do, for whom, and how much it may spend. Who is not signed in is led to where one signs in, and back. Where a person has agreed to the same before, and the client’s own domain vouches for it, the answer is given at once. A request that is over says so.',
  tags,
  route: 'GET /consent',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    query: z.strictObject({ request: z.string().max(100).optional().describe('Handle of the request') }),
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
  summary: 'Let it in, or not',
  description:
    'What the buttons of the page do. Only the page of this session can send it, and each request is answered once. A yes makes or widens the grant and goes to the client with a code; a no goes there with access_denied (RFC 6749 4.1.2). What is missing in the form is asked for again.',
  tags,
  route: 'POST /consent',
  authority: 'session',
  rate: { requests: 60, window: '1m', by: 'user' },
  request: form,
  responses: {
    200: { description: 'HTML: the request is over, or the form lacks something', ...page },
    303: { description: 'To the client, with the answer', headers: { location } },
  },
  errors: ['forbidden'],
})
