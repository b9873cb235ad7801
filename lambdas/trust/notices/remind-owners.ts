import { cloudEvent } from '@signet/contracts/events'
import { type RowTable, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { goingStale, publishedPosture } from '@signet/posture'
import { dayOf, type IntakeTable } from '@signet/posture/intakes'
import type { receiptRow } from '@signet/receipts/rows'
import { staleReminderRow } from '../contract/stale-reminder-row.ts'
import { trustPageContract } from '../contract/subscriptions.ts'
import type { PageName } from '../subscriptions/subscription-table.ts'

export interface RemindDeps extends TableDeps {
  readonly intakes: Pick<IntakeTable, 'find'>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly outbox: Outbox
}

const REMINDERS = [7, 30] as const

/**
 * Notifies the owners of a page 30 and 7 days before its evidence goes stale, once each: the reminder and its event are
 * one transaction. A missed day is caught up by the next run. Sends nothing for a withdrawn or superseded receipt: its
 * page is not current, regardless of its age.
 */
export const remindOwners = ({ intakes, receipts, outbox, ...deps }: RemindDeps) => {
  const reminders = rowTable(staleReminderRow, deps)
  return async ({ org, slug }: PageName, hash: string): Promise<number> => {
    const intake = await intakes.find(org, hash)
    if (!intake || intake.isRefused) return 0
    const { asOf: issuedOn, certifications } = publishedPosture(JSON.parse(intake.claims))
    const staleEvidence = goingStale({ issuedOn, certifications }, dayOf(deps.now()), Math.max(...REMINDERS))
    if (staleEvidence.length === 0) return 0
    const receipt = await receipts.get({ hash })
    if (receipt !== undefined && receipt.state !== 'active') return 0
    let sentCount = 0
    for (const { evidence, staleOn, daysLeft } of staleEvidence) {
      const days = REMINDERS.find((threshold) => daysLeft <= threshold)
      const data = { org_id: org, slug, receipt_hash: hash, evidence, stale_on: staleOn, days_left: daysLeft }
      const envelope = { entity: `${org}:${hash}:${evidence}:${days}`, version: 1, time: deps.now(), data }
      const events = [cloudEvent(trustPageContract, 'trust-page.going-stale', envelope)]
      const reminderStep = reminders.steps.putNew(
        { org, hash, evidence, days: String(days) },
        { at: deps.now().toISOString() },
      )
      const isFirst = await transact<boolean>(deps, async (cancellation) =>
        cancellation?.conditionFailed(reminderStep)
          ? { result: false }
          : { steps: [reminderStep, ...outbox.steps(events)], result: true },
      )
      if (!isFirst) continue
      await outbox.publish(events)
      sentCount += 1
    }
    return sentCount
  }
}
