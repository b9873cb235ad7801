import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['pages']
const location = { description: 'Redirect target', schema: z.string() }

export const getHome = endpoint({
  name: 'getHome',
  summary: 'Get the home page',
  description:
    'Returns a page that describes the platform. In a deployment with a CloudFront distribution, this path serves the console instead.',
  tags,
  route: 'GET /',
  authority: 'open',
  responses: { 200: { description: 'The home page', mediaTypes: ['text/html; charset=utf-8'] } },
})

export const getDashboard = endpoint({
  name: 'getDashboard',
  summary: 'Redirect from the former dashboard',
  description: 'Redirects to the console, which replaced the dashboard.',
  tags,
  route: 'GET /dashboard',
  authority: 'open',
  request: {
    query: z.strictObject({
      checkout: z
        .enum(['done', 'canceled'])
        .optional()
        .describe('Outcome of the payment, if the browser returns from the payment page'),
    }),
  },
  responses: { 302: { description: 'Redirect to the console', headers: { location } } },
})
