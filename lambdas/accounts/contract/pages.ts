import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['pages']
const location = { description: 'Where to go', schema: z.string() }

export const getHome = endpoint({
  name: 'getHome',
  summary: 'What is here',
  description:
    'A page that says what is here, for people who open the address of the platform itself. Behind the edge this path is the console.',
  tags,
  route: 'GET /',
  authority: 'open',
  responses: { 200: { description: 'HTML', mediaTypes: ['text/html; charset=utf-8'] } },
})

export const getDashboard = endpoint({
  name: 'getDashboard',
  summary: 'Former address of the dashboard',
  description: 'Redirects to the console, which has replaced it.',
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
  },
  responses: { 302: { description: 'To the console', headers: { location } } },
})
