import * as z from 'zod'

/** What an execution carries from state to state: whose canary it drives, and the stage that it waits for the end of. */
export const CanaryStep = z.object({
  org: z.string().min(1),
  environment: z.string().min(1),
  key: z.string().min(1),
  canaryId: z.string().min(1),
  /** When the stage began. A canary that somebody else has moved is left to whoever moved it. */
  since: z.string(),
  /** When the stage ends. */
  nextAt: z.string(),
})
export type CanaryStep = z.infer<typeof CanaryStep>
