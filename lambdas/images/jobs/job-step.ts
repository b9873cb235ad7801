import type { Ids } from '@signet/kernel'
import * as z from 'zod'

export const JobStep = z.object({ tenantId: z.string().min(1), jobId: z.uuid() })
export type JobStep = z.infer<typeof JobStep>

export const idsOfStep = ({ tenantId, jobId }: JobStep): Ids => ({ tenant_id: tenantId, job_id: jobId })

/** Result of a step that ends the job without an error of the function, such as a rejected prompt. */
const RefusedStep = z.object({ outcome: z.literal('refused'), error: z.string(), error_code: z.string() })
export type RefusedStep = z.infer<typeof RefusedStep>

/**
 * Input of the settling step: `failure` is the error that Step Functions caught, `result` the output of a step that
 * refused.
 */
export const FailedStep = z.union([
  JobStep.extend({ failure: z.object({ Error: z.string().default('Unknown'), Cause: z.string().default('') }) }),
  JobStep.extend({ result: RefusedStep }),
])
export type FailedStep = z.infer<typeof FailedStep>
