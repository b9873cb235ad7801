import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getPage = endpoint({
  name: 'getPage',
  summary: 'Browser page',
  description: 'Flags, ramps, canaries, metrics and the audit log in a browser.',
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
