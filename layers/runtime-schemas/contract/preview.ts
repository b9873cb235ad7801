import * as z from 'zod'

/** The role of a file in a scaffold (spec platform-api 2.8). */
export const FileRole = z.enum(['scaffold', 'config', 'governance', 'test', 'doc'])

/** A kind of project (spec platform-api 4.7). */
export const projectType = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 characters of a-z, 0-9 and -, starting with a letter')
    .default('api')

export const PreviewInput = z.strictObject({
  intention: z.string().min(1).max(2_000).regex(/\S/, 'must not be empty').describe('Description of the project'),
  project_type: projectType(),
})

export const Preview = z.object({
  preview: z.literal(true),
  method: z.literal('rules').describe('Method: rules, without a model'),
  project_type: z.string(),
  files: z.array(z.object({ path: z.string(), role: FileRole })),
})
