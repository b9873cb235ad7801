import type { RunEvents } from '@signet/kernel'
import * as z from 'zod'
import type { ImageCountTable } from '../counts/image-count-table.ts'

const EndedEvent = z.object({
  subject: z.string(),
  tenantid: z.string(),
  data: z.object({ state: z.string() }),
})

/** A job without an account has the tenant `anon-<job>`. */
const isAnonymous = (tenant: string): boolean => tenant.startsWith('anon-')

export const settleImages = ({ counts }: { readonly counts: Pick<ImageCountTable, 'fail'> }) => {
  const restoreQuota = async (event: unknown, isFree: (state: string) => boolean): Promise<void> => {
    const { subject, tenantid, data } = EndedEvent.parse(event)
    if (isAnonymous(tenantid) || !isFree(data.state)) return
    await counts.fail({ tenant: tenantid, job: subject })
  }
  const restoreOnFailure = (event: unknown) => restoreQuota(event, () => true)
  return {
    'org.signet.job.failed.v1': restoreOnFailure,
    'org.signet.job.failed_encoding.v1': restoreOnFailure,
    // A job that was deleted after its generation started stays counted, because the provider may already have billed
    // the image.
    'org.signet.job.deleted.v1': (event) => restoreQuota(event, (state) => state === 'queued'),
  } satisfies RunEvents
}
