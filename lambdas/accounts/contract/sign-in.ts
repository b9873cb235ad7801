import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['sign-in']

export const browserHeaders = z.object({
  cookie: z.string().optional().describe('Cookies of the service'),
  'user-agent': z.string().optional().describe('User agent of the browser'),
})

const location = { description: 'Redirect target', schema: z.string() }
const cookie = { description: 'Cookies to set', schema: z.string() }
const noStore = { description: 'no-store', schema: z.string() }

/** Printable ASCII, as authorization servers send it (RFC 6749, appendix A). */
const printableText = (maxLength: number) =>
  z
    .string()
    .regex(/^[ -~]*$/, 'must be printable ASCII')
    .max(maxLength)

const redirect = z
  .string()
  .optional()
  .describe('Path on this host to redirect to after the sign-in. Other targets are replaced by the home page.')

export const signInPage = endpoint({
  name: 'signIn',
  summary: 'Sign in',
  description:
    'Redirects the browser to the authentication service. A signed-in user is redirected to `redirect` immediately. With `notice`, returns a page that shows the outcome of a sign-in.',
  tags,
  route: 'GET /login',
  authority: 'open',
  request: {
    query: z.strictObject({
      redirect,
      notice: z
        .string()
        .max(40)
        .optional()
        .describe('Outcome of a sign-in: `signed_out`, `expired`, `deleting`, `refused` or `unavailable`'),
    }),
    headers: browserHeaders,
  },
  responses: {
    200: {
      description: 'A page with the outcome and a link to sign in again',
      mediaTypes: ['text/html; charset=utf-8'],
    },
    302: { description: 'Redirect to the authentication service', headers: { location, 'set-cookie': cookie } },
  },
})

export const finishSignIn = endpoint({
  name: 'finishSignIn',
  summary: 'Complete the sign-in',
  description:
    "Exchanges the code for the user's profile, creates the account at the first sign-in, and redirects with a one-time token. Redirects to the sign-in page if the authorization has expired, the callback comes from another browser, or the user's account is being erased.",
  tags,
  route: 'GET /api/auth/callback',
  authority: 'open',
  rate: { requests: 120, window: '1m', by: 'address' },
  request: {
    query: z.strictObject({
      code: printableText(4_096).optional().describe('Authorization code of the authentication service'),
      state: z.string().max(200).optional().describe('State of the authorization request'),
      error: z
        .string()
        .max(200)
        .optional()
        .describe('Error code of the authentication service (RFC 6749, section 4.1.2.1)'),
      error_description: printableText(500).optional().describe('Description of the error'),
      error_uri: printableText(500).optional().describe('URL of a page that describes the error'),
      iss: printableText(500).optional().describe('Issuer of the response (RFC 9207)'),
      session_state: printableText(500).optional().describe('Session state of the authentication service; ignored'),
    }),
    headers: browserHeaders,
  },
  responses: {
    302: {
      description: 'Redirect to the next step or to the sign-in page',
      headers: { location, 'cache-control': noStore },
    },
  },
})

export const relaySignIn = endpoint({
  name: 'relaySignIn',
  summary: 'Exchange a one-time token for a session',
  description:
    'Sets the session cookie. The one-time token is valid for 60 seconds, and only in the browser that started the sign-in. If the token is invalid, redirects to the sign-in page. An unsafe redirect target is replaced by the home page.',
  tags,
  route: 'GET /api/auth/relay',
  authority: 'open',
  request: {
    query: z.strictObject({
      token: z.string().optional().describe('One-time token'),
      redirect,
    }),
    headers: browserHeaders,
  },
  responses: {
    302: {
      description: 'Redirect to the target or to the sign-in page',
      headers: { location, 'set-cookie': cookie, 'cache-control': noStore },
    },
  },
})

export const signOut = endpoint({
  name: 'signOut',
  summary: 'Sign out',
  description: 'Ends the session identified by the cookie and returns the sign-out URL of the authentication service.',
  tags,
  route: 'POST /api/auth/logout',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { headers: browserHeaders },
  responses: {
    200: {
      description: 'The session was ended',
      headers: { 'set-cookie': cookie },
      schema: z.object({ ok: z.literal(true), next: z.string().describe('URL to open next in the browser') }),
    },
  },
  errors: ['forbidden', 'unavailable'],
})
