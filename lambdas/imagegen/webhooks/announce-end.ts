import type { Log } from '@signet/kernel'
import type { JobRow } from '../jobs/job-row.ts'
import type { WebhookQueue } from './webhook-queue.ts'

/** Has the owner of a job that has ended told at once, if it asked for that. Never fails: the sweeper finds what is lost. */
export type AnnounceEnd = (ended: JobRow) => Promise<void>

export const announceEnd =
  ({ webhooks, log }: { readonly webhooks: WebhookQueue; readonly log: Log }): AnnounceEnd =>
  async (ended) => {
    if (ended.webhook?.state !== 'pending') return
    await webhooks.send(ended).catch((error: unknown) => {
      log.error('a notification was not queued; the sweeper will', { job_id: ended.job_id, error })
    })
  }
