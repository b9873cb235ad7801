import type { RunEvents } from '@signet/kernel'
import { type IssueReceipt, requireIssued } from '@signet/receipts/issuing'
import * as z from 'zod'
import type { AuditTable } from '../audit/audit-table.ts'
import { FLAGS_AUDIT } from '../contract/receipt-kinds.ts'
import { SET_EVENTS } from '../contract/set-events.ts'

export interface AuditReceiptDeps {
  readonly audit: Pick<AuditTable, 'entry'>
  readonly issue: IssueReceipt
  readonly isEnabled: boolean
}

const SetEvent = z.object({ data: z.object({ org: z.string(), environment: z.string(), version: z.int() }) })

type EventRun = RunEvents[string]

/**
 * Issues a receipt for each version of a set. It contains the hash of the version's log entry, which never changes, so
 * events may arrive late, twice and in any order. A log that was erased with its organization gets no receipt.
 */
export const receiptAudit = ({ audit, issue, isEnabled }: AuditReceiptDeps) => {
  const run: EventRun = async (event) => {
    if (!isEnabled) return
    const { org, environment, version } = SetEvent.parse(event).data
    const entry = await audit.entry({ org, environment }, version)
    if (!entry) return
    const { hash: head, previousHash: previousHead, at } = entry
    requireIssued(
      await issue(FLAGS_AUDIT, {
        org,
        key: `flags.audit:${environment}:${version}`,
        ref: `${environment}/${version}`,
        subject: { sha256: head },
        claims: { environment, version, head, previousHead, at },
      }),
    )
  }
  return Object.fromEntries(SET_EVENTS.map((type) => [type, run])) as Record<(typeof SET_EVENTS)[number], EventRun>
}
