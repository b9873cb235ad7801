import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { browser } from './sign-in.ts'

const tags = ['pages']
const location = { description: 'Where to go', schema: z.string() }

export const getHome = endpoint({
  name: 'getHome',
  summary: 'The way in',
  description: 'Redirects to the dashboard.',
  tags,
  route: 'GET /',
  authority: 'open',
  responses: { 302: { description: 'To the dashboard', headers: { location } } },
})

export const getDashboard = endpoint({
  name: 'getDashboard',
  summary: 'Dashboard',
  description:
    'Profile, usage, plan and keys of the organisation. Visitors without a session are redirected to sign-in.',
  tags,
  route: 'GET /dashboard',
  authority: 'open',
  request: {
    query: z.strictObject({
      checkout: z
        .enum(['done', 'canceled'])
        .optional()
        .describe('Outcome of the payment that the browser returns from'),
    }),
    headers: browser,
  },
  responses: {
    200: { description: 'HTML', mediaTypes: ['text/html; charset=utf-8'] },
    302: { description: 'To the sign-in page', headers: { location } },
  },
})
