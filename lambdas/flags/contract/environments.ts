import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const listEnvironments = endpoint({
  name: 'listEnvironments',
  summary: 'List environments',
  description:
    'Returns the environments in which the organization has or had flags, sorted by name. An environment is created with its first flag.',
  tags: ['flags'],
  route: 'GET /environments',
  authority: 'scope:flags:read',
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(50).default(50).describe('Maximum number of environments per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of environments',
      schema: z.object({
        environments: z.array(
          z.object({
            environment: z.string(),
            flags: z.int().min(0).describe('Number of flags that are not archived'),
            archived: z.int().min(0).describe('Number of archived flags'),
            version: z
              .int()
              .min(0)
              .describe('Version of the environment; changes with every change to a flag or segment'),
          }),
        ),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  errors: ['unavailable'],
})
