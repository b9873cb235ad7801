import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getPage = endpoint({
  name: 'getArchivePage',
  summary: 'Browser page',
  description: 'Exports, search, conversations, questions and notebooks in a browser.',
  tags: ['page'],
  route: 'GET /',
  authority: 'open',
  responses: {
    200: {
      description: 'HTML',
      mediaTypes: ['text/html; charset=utf-8'],
      headers: { 'content-security-policy': { description: 'Only its own content', schema: z.string() } },
    },
  },
})
