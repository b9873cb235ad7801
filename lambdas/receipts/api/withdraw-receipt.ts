import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type Clock, invalidInput, notFound, Refusal, type RowTable, refusal, route } from '@signet/kernel'
import { type IssueReceipt, ReceiptStepsRefused, type StoredReceipt, statusOf } from '@signet/receipts/issuing'
import { WITHDRAWAL } from '@signet/receipts/kinds'
import type { receiptRow } from '@signet/receipts/rows'
import { withdrawReceipt } from '../contract/receipts.ts'
import { verifyUrlOf } from '../views/receipt-shapes.ts'

export interface WithdrawDeps {
  readonly issuer: string
  readonly receipts: RowTable<typeof receiptRow>
  readonly issue: IssueReceipt
  readonly now: Clock
}

interface Change {
  readonly hash: string
  readonly reason: string
  readonly by: string | undefined
}

/** Final kinds: they record a status change of receipts or keys, which cannot be withdrawn. */
const FINAL = ['receipt.withdraw', 'key.event']

const isSameChange = ({ state, reason, replaced_by }: StoredReceipt, change: Change): boolean =>
  state !== 'active' && reason === change.reason && replaced_by === change.by

/** Issues the withdrawal receipt and changes the row in the same transaction. */
const issueWithdrawal = async ({ issue, receipts, now }: WithdrawDeps, org: string, { hash, reason, by }: Change) => {
  const about = { receipt: hash, reason }
  const claims =
    by === undefined ? { state: 'withdrawn' as const, ...about } : { state: 'superseded' as const, ...about, by }
  const changed_at = now().toISOString()
  const steps = (changed_by: string) => [
    receipts.steps.transition(
      { hash },
      {
        field: 'state',
        from: ['active'],
        to: claims.state,
        set: { changed_at, changed_by, reason, ...(by === undefined ? {} : { replaced_by: by }) },
      },
    ),
  ]
  const key = `receipt.withdraw:${hash}`
  const receipt = issue(WITHDRAWAL, { org, key, ref: hash, subject: { sha256: hash }, claims, steps })
  return receipt.catch((error: unknown) => {
    // A concurrent request changed the row; the caller compares the result.
    if (error instanceof ReceiptStepsRefused) return undefined
    throw error
  })
}

/** POST /api/receipts/:hash/withdraw. The signature stays valid, and the new status is public. */
export const withdrawReceiptRoute = (deps: WithdrawDeps) =>
  route(withdrawReceipt, async ({ params: { hash }, body: { reason, superseded_by: by }, caller }) => {
    const { receipts, issuer } = deps
    const org = scopesOf(caller).entitlementScope
    const change = { hash, reason, by }
    const read = async (requested: string) => {
      const row = await receipts.get({ hash: requested })
      return row?.org === org ? row : undefined
    }
    const row = await read(hash)
    if (!row) return notFound('The receipt does not exist')
    if (FINAL.includes(row.kind))
      return refusal(
        'unprocessable',
        `A receipt of the kind ${row.kind} records a status change and cannot be withdrawn`,
      )
    if (by !== undefined && (by === hash || !(await read(by))))
      return invalidInput([{ field: 'superseded_by', message: 'must be another receipt of your organization' }])
    const issued = row.state === 'active' ? await issueWithdrawal(deps, org, change) : undefined
    if (issued instanceof Refusal) return issued
    const after = await read(hash)
    if (!after || !isSameChange(after, change))
      return refusal('conflict', 'The receipt was already withdrawn or superseded with different values')
    const { changed_by = '' } = after
    return reply(200, { hash: changed_by, verifyUrl: verifyUrlOf(issuer, changed_by), status: statusOf(after) })
  })
