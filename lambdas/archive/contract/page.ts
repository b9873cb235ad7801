import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getPage = endpoint({
  name: 'getArchivePage',
  summary: 'Get the home page',
  description: 'Redirects to the console. A deployment without a console returns a page that describes the API.',
  tags: ['page'],
  route: 'GET /',
  authority: 'open',
  responses: {
    200: {
      description: 'Home page of a deployment without a console',
      mediaTypes: ['text/html; charset=utf-8'],
      headers: {
        'content-security-policy': { description: 'Restricts the page to its own content', schema: z.string() },
      },
    },
    302: {
      description: 'Redirect to the console',
      headers: { location: { description: 'Redirect target', schema: z.string() } },
    },
  },
})
