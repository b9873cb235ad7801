import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['sign-in']

/** Both cookies of the service; each request uses what it needs. */
export const browser = z.object({
  cookie: z.string().optional().describe('What the browser keeps for us'),
  'user-agent': z.string().optional().describe('What the browser calls itself'),
})

const location = { description: 'Where to go', schema: z.string() }
const cookie = { description: 'What the browser is to keep', schema: z.string() }
const noStore = { description: 'no-store', schema: z.string() }

/** Text from an authorization server: characters that need no escape (RFC 6749 A). */
const visible = (most: number) =>
  z
    .string()
    .regex(/^[ -~]*$/, 'must be printable ASCII')
    .max(most)

const redirect = z.string().optional().describe('Path of ours to go to afterwards; any other is replaced')

export const signInPage = endpoint({
  name: 'signIn',
  summary: 'Sign in',
  description:
    'Begins a sign-in: binds it to the browser and goes to the page of the authentication service. Who is signed in goes on. With a notice: a page that says what has happened.',
  tags,
  route: 'GET /login',
  authority: 'open',
  request: {
    query: z.strictObject({
      redirect,
      notice: z.string().max(40).optional().describe('What has happened: signed_out, expired, refused, unavailable'),
    }),
    headers: browser,
  },
  responses: {
    200: { description: 'What has happened, and a way on', mediaTypes: ['text/html; charset=utf-8'] },
    302: { description: 'On to where people sign in', headers: { location, 'set-cookie': cookie } },
  },
})

export const finishSignIn = endpoint({
  name: 'finishSignIn',
  summary: 'Back from the authentication service',
  description:
    'Exchanges the code for who it is, makes the account at the first sign-in, and goes on with a one-time token. What is not of this browser, or late, leads back to the sign-in page.',
  tags,
  route: 'GET /api/auth/callback',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    query: z.strictObject({
      code: visible(4_096).optional().describe('What the authentication service gives for one exchange'),
      state: z.string().max(200).optional().describe('What it was given at the beginning'),
      error: z.string().max(200).optional().describe('Why there is no code (RFC 6749 4.1.2.1)'),
      error_description: visible(500).optional().describe('The same in words'),
      error_uri: visible(500).optional().describe('The same as a page'),
      iss: visible(500).optional().describe('Who answers (RFC 9207)'),
      session_state: visible(500).optional().describe('Not looked at'),
    }),
    headers: browser,
  },
  responses: {
    302: { description: 'On, or back to the sign-in page', headers: { location, 'cache-control': noStore } },
  },
})

export const relaySignIn = endpoint({
  name: 'relaySignIn',
  summary: 'Take a session',
  description:
    'Takes a one-time token of at most 60 seconds, in the browser that began the sign-in, and sets the session cookie. Without a token, and with one that is not good: to the sign-in page. An unsafe redirect leads to the dashboard.',
  tags,
  route: 'GET /api/auth/relay',
  authority: 'open',
  request: {
    query: z.strictObject({
      token: z.string().optional().describe('The one-time token'),
      redirect,
    }),
    headers: browser,
  },
  responses: {
    302: {
      description: 'On, or to the sign-in page',
      headers: { location, 'set-cookie': cookie, 'cache-control': noStore },
    },
  },
})

export const signOut = endpoint({
  name: 'signOut',
  summary: 'Sign out',
  description:
    'Ends the session that the cookie is of, and says where the browser signs out at the authentication service.',
  tags,
  route: 'POST /api/auth/logout',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { headers: browser },
  responses: {
    200: {
      description: 'It is over',
      headers: { 'set-cookie': cookie },
      schema: z.object({ ok: z.literal(true), next: z.string().describe('Where the browser goes next') }),
    },
  },
  errors: ['forbidden', 'unavailable'],
})
