import { wellFormedText } from '@signet/contracts'
import * as z from 'zod'

/** A project that is to be made. */
export const projectInput = {
  intention: wellFormedText(2_000).min(1).regex(/\S/, 'must not be empty').describe('What is to be built, in words'),
  project_type: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and -, starting with a letter')
    .default('api')
    .describe('api, web, worker, cli, mcp, library, or another word'),
}
