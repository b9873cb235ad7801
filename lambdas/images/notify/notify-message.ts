import * as z from 'zod'
import { JobStep } from '../jobs/job-step.ts'

const EndedEvent = z
  .object({ source: z.literal('/contracts/job'), subject: JobStep.shape.jobId, tenantid: JobStep.shape.tenantId })
  .transform(({ subject, tenantid }): JobStep => ({ tenantId: tenantid, jobId: subject }))

/** The first attempt comes from the event, later ones from the message of the previous attempt. */
export const NotifyMessage = z.union([JobStep, EndedEvent])
