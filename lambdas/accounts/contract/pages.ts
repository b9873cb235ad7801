import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { browser } from './sign-in.ts'

const tags = ['pages']
const location = { description: 'Where to go', schema: z.string() }

export const getHome = endpoint({
  name: 'getHome',
  summary: 'The way in',
  description: 'Leads to the dashboard.',
  tags,
  route: 'GET /',
  authority: 'open',
  responses: { 302: { description: 'To the dashboard', headers: { location } } },
})

export const getDashboard = endpoint({
  name: 'getDashboard',
  summary: 'The page for people',
  description:
    'Who one is, what was used, the plan, and the keys of the organisation. Who is not signed in is led to where one signs in.',
  tags,
  route: 'GET /dashboard',
  authority: 'open',
  request: {
    query: z.strictObject({
      checkout: z
        .enum(['done', 'canceled'])
        .optional()
        .describe('What has become of a payment that one comes back from'),
    }),
    headers: browser,
  },
  responses: {
    200: { description: 'HTML', mediaTypes: ['text/html; charset=utf-8'] },
    302: { description: 'To the sign-in page', headers: { location } },
  },
})
