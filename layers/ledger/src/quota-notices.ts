import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import type { NearlyUsed } from './meters.ts'
import { quotaContract } from './quota-events.ts'
import { quotaNoticeRow } from './quota-notice-row.ts'

export interface Notice {
  readonly noticePut: WriteStep
  readonly event: ReturnType<typeof noticeEvent>
}

const noticeEvent = ({ subject, meter, period, endsAt, used, limit }: NearlyUsed, org: string, time: Date) =>
  cloudEvent(quotaContract, 'quota.nearly_used', {
    // The entity is the cycle, so duplicates have the same id.
    entity: `${subject}:${meter}:${period}`,
    version: 1,
    time,
    tenant: subject,
    data: {
      subject_id: subject,
      org_id: org,
      meter,
      used,
      limit,
      cycle_started_at: period,
      cycle_ends_at: endsAt.toISOString(),
    },
  })

interface NoticeOutbox {
  steps(events: readonly CloudEvent[]): readonly WriteStep[]
  publish(events: readonly CloudEvent[]): Promise<void>
}

export interface QuotaNotices {
  due(nearlyUsed: readonly NearlyUsed[], org: string): Promise<readonly Notice[]>
  steps(notices: readonly Notice[]): readonly WriteStep[]
  /** Publishes the notices. Must be called after the commit. Never fails. */
  publish(notices: readonly Notice[]): Promise<void>
}

export const quotaNotices = ({ outbox, ...deps }: TableDeps & { readonly outbox: NoticeOutbox }): QuotaNotices => {
  const rows = rowTable(quotaNoticeRow, deps)
  return {
    async due(nearlyUsed, org) {
      const notices = await Promise.all(
        nearlyUsed.map(async (each) => {
          const { subject, meter, period, endsAt } = each
          const key = { subject, meter, period }
          if (await rows.get(key, { allowsStaleRead: true })) return []
          const time = deps.now()
          const row = { cycle_ends_at: endsAt.toISOString(), created_at: time.toISOString() }
          return [{ noticePut: rows.steps.putNew(key, row), event: noticeEvent(each, org, time) }]
        }),
      )
      return notices.flat()
    },
    steps: (notices) => [
      ...notices.map(({ noticePut }) => noticePut),
      ...outbox.steps(notices.map(({ event }) => event)),
    ],
    publish: async (notices) => {
      if (notices.length > 0) await outbox.publish(notices.map(({ event }) => event))
    },
  }
}
