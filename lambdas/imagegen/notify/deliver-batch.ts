import { eachMessage, type Log } from '@signet/kernel'
import * as z from 'zod'
import { JobStep } from '../jobs/job-step.ts'
import type { deliverWebhook } from './deliver-webhook.ts'

/** The end of a job as the event on the bus. */
const Ended = z
  .object({ source: z.literal('/contracts/job'), subject: JobStep.shape.jobId, tenantid: JobStep.shape.tenantId })
  .transform(({ subject, tenantid }): JobStep => ({ tenantId: tenantid, jobId: subject }))

/** The first attempt comes from the event. Later ones come from the message of the previous attempt. */
const Message = z.union([JobStep, Ended])

/** Makes one attempt for each message, all at once. A message whose attempt could not be made is returned alone. */
export const deliverBatch = ({ deliver, log }: { deliver: ReturnType<typeof deliverWebhook>; log: Log }) =>
  eachMessage({ log, failed: 'a notification could not be attempted' }, async (body) => deliver(Message.parse(body)))
