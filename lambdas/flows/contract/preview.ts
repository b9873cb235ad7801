import { endpoint } from '@signet/contracts'
import * as z from 'zod'

/** The role of a file in a scaffold (spec platform-api 2.8). */
export const FileRole = z.enum(['scaffold', 'config', 'governance', 'test', 'doc'])

/** A kind of project (spec platform-api 4.7). */
export const projectType = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and -, starting with a letter')
    .default('api')

const PreviewFile = z.object({ path: z.string(), role: FileRole })
export type PreviewFile = z.infer<typeof PreviewFile>

export const previewScaffold = endpoint({
  name: 'previewScaffold',
  summary: 'Preview the files of a scaffold',
  description:
    'Lists the files that a scaffold for this intention would have, without creating it. The same request has the same answer. It is computed by rules: the real files are decided when a scaffold is created.',
  tags: ['scaffold'],
  route: 'POST /api/scaffold/preview',
  authority: 'open',
  rate: { requests: 10, window: '1m', by: 'address' },
  request: {
    body: z.strictObject({
      intention: z.string().min(1).max(2_000).regex(/\S/, 'must not be empty').describe('Description of the project'),
      project_type: projectType(),
    }),
    maxBodyBytes: 16_384,
  },
  responses: {
    200: {
      description: 'The files',
      schema: z.object({
        preview: z.literal(true),
        method: z.literal('rules').describe('Source of the list: rules, without a model'),
        project_type: z.string(),
        files: z.array(PreviewFile),
      }),
    },
  },
})
