import * as z from 'zod'

/** What the state machine hands every step: the job's address, and what went wrong when a step is to settle it. */
export const JobStep = z.object({ tenantId: z.string().min(1), jobId: z.uuid() })
export type JobStep = z.infer<typeof JobStep>

/** Input of the settling step: `failure` is what Step Functions caught. */
export const FailedStep = JobStep.extend({
  failure: z.object({ Error: z.string().default('Unknown'), Cause: z.string().default('') }),
})
export type FailedStep = z.infer<typeof FailedStep>
