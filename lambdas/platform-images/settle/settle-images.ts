import { eachMessage, type Log } from '@signet/kernel'
import * as z from 'zod'
import type { ImageCountTable } from '../counts/image-count-table.ts'

/** The event about a job that failed or was deleted. */
const Ended = z.object({
  subject: z.string(),
  tenantid: z.string(),
  type: z.string(),
  data: z.object({ state: z.string() }),
})
type Ended = z.infer<typeof Ended>

/** A job that was deleted after it had begun stays counted: it was drawn, or nearly so. */
const isFree = ({ type, data }: Ended): boolean => !type.includes('.job.deleted.') || data.state === 'queued'

/** Anonymous callers have no quota of the platform. */
const isAnonymous = ({ tenantid }: Ended): boolean => tenantid.startsWith('anon-')

/** Gives back the counters of images that will not be drawn. A message that fails is returned alone. */
export const settleImages = ({ counts, log }: { readonly counts: Pick<ImageCountTable, 'fail'>; readonly log: Log }) =>
  eachMessage({ log, failed: 'an image could not be settled' }, async (body) => {
    const ended = Ended.parse(body)
    if (isAnonymous(ended) || !isFree(ended)) return
    await counts.fail({ tenant: ended.tenantid, job: ended.subject })
  })
