import * as z from 'zod'

export const CanaryStep = z.object({
  org: z.string().min(1),
  environment: z.string().min(1),
  key: z.string().min(1),
  canaryId: z.string().min(1),
  /** Start of the stage. The execution ends if another actor has moved the canary since. */
  since: z.string(),
  nextAt: z.string(),
})
export type CanaryStep = z.infer<typeof CanaryStep>
