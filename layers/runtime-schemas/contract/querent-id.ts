import * as z from 'zod'

export const QuerentId = z
  .string()
  .regex(/^[A-Za-z0-9._:@-]{1,64}$/, 'must be 1 to 64 characters of A-Z, a-z, 0-9 and . _ : @ -')
  .describe('ID of a project or team')
