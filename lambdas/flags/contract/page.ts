import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getPage = endpoint({
  name: 'getPage',
  summary: 'Open the console',
  description: 'Redirects to the console. A deployment without an edge returns a page that describes the API.',
  tags: ['page'],
  route: 'GET /',
  authority: 'open',
  responses: {
    200: {
      description: 'HTML page of a deployment without an edge',
      mediaTypes: ['text/html; charset=utf-8'],
      headers: {
        'content-security-policy': { description: 'Restricts the page to its own content', schema: z.string() },
      },
    },
    302: {
      description: 'Redirects to the console',
      headers: { location: { description: 'Address of the console', schema: z.string() } },
    },
  },
})
