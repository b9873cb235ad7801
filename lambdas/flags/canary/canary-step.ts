import * as z from 'zod'

export const CanaryStep = z.object({
  org: z.string().min(1),
  environment: z.string().min(1),
  key: z.string().min(1),
  canaryId: z.string().min(1),
  /** When the stage began. If another actor has moved the canary, the execution leaves it alone. */
  since: z.string(),
  nextAt: z.string(),
})
export type CanaryStep = z.infer<typeof CanaryStep>
