import { eachMessage, type Log } from '@signet/kernel'
import * as z from 'zod'
import { JobStep } from '../jobs/job-step.ts'
import type { deliverWebhook } from './deliver-webhook.ts'

/** The end of a job as the bus tells of it. */
const Ended = z
  .object({ source: z.literal('/contracts/job'), subject: JobStep.shape.jobId, tenantid: JobStep.shape.tenantId })
  .transform(({ subject, tenantid }): JobStep => ({ tenantId: tenantid, jobId: subject }))

/** The first attempt comes of the event, later ones of a message that the attempt before left. */
const Message = z.union([JobStep, Ended])

/** One attempt a message, all at once. A message whose attempt could not be made is returned alone. */
export const deliverBatch = ({ deliver, log }: { deliver: ReturnType<typeof deliverWebhook>; log: Log }) =>
  eachMessage({ log, failed: 'a notification could not be attempted' }, async (body) => deliver(Message.parse(body)))
