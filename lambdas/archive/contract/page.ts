import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getPage = endpoint({
  name: 'getArchivePage',
  summary: 'What is here',
  description: 'Redirects to the console. A deployment without an edge has none, and a page says what is here.',
  tags: ['page'],
  route: 'GET /',
  authority: 'open',
  responses: {
    200: {
      description: 'HTML, without an edge',
      mediaTypes: ['text/html; charset=utf-8'],
      headers: { 'content-security-policy': { description: 'Only its own content', schema: z.string() } },
    },
    302: { description: 'To the console', headers: { location: { description: 'Where to go', schema: z.string() } } },
  },
})
