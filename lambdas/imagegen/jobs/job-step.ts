import * as z from 'zod'

/** What the state machine hands every step: the job's address, and what went wrong when a step is to settle it. */
export const JobStep = z.object({ tenantId: z.string().min(1), jobId: z.uuid() })
export type JobStep = z.infer<typeof JobStep>

/** A step's outcome that ends the job without being an error of anybody's, such as a refused prompt. */
const Refused = z.object({ outcome: z.literal('refused'), error: z.string(), error_code: z.string() })
export type Refused = z.infer<typeof Refused>

/** Input of the settling step: `failure` is what Step Functions caught, `result` what a step that refused returned. */
export const FailedStep = z.union([
  JobStep.extend({ failure: z.object({ Error: z.string().default('Unknown'), Cause: z.string().default('') }) }),
  JobStep.extend({ result: Refused }),
])
export type FailedStep = z.infer<typeof FailedStep>
