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

interface StatusChange {
  readonly hash: string
  readonly reason: string
  readonly successor: string | undefined
}

/** Kinds that record a status change of a receipt or key. Such a change is final. */
const NON_WITHDRAWABLE_KINDS = ['receipt.withdraw', 'key.event']

const isSameChange = ({ state, reason, replaced_by }: StoredReceipt, change: StatusChange): boolean =>
  state !== 'active' && reason === change.reason && replaced_by === change.successor

/** Issues the withdrawal receipt and changes the row in the same transaction. */
const issueWithdrawal = async (
  { issue, receipts, now }: WithdrawDeps,
  org: string,
  { hash, reason, successor }: StatusChange,
) => {
  const reasonClaims = { receipt: hash, reason }
  const claims =
    successor === undefined
      ? { state: 'withdrawn' as const, ...reasonClaims }
      : { state: 'superseded' as const, ...reasonClaims, by: successor }
  const changed_at = now().toISOString()
  const steps = (changed_by: string) => [
    receipts.steps.transition(
      { hash },
      {
        field: 'state',
        from: ['active'],
        to: claims.state,
        set: { changed_at, changed_by, reason, ...(successor === undefined ? {} : { replaced_by: successor }) },
      },
    ),
  ]
  const key = `receipt.withdraw:${hash}`
  const receipt = issue(WITHDRAWAL, { org, key, ref: hash, subject: { sha256: hash }, claims, steps })
  return receipt.catch((error: unknown) => {
    // A concurrent request changed the row. The caller compares its result with the requested change.
    if (error instanceof ReceiptStepsRefused) return undefined
    throw error
  })
}

/** POST /api/receipts/:hash/withdraw. The signature stays valid, and the new status is public. */
export const withdrawReceiptRoute = (deps: WithdrawDeps) =>
  route(withdrawReceipt, async ({ params: { hash }, body: { reason, superseded_by: successor }, caller }) => {
    const { receipts, issuer } = deps
    const org = scopesOf(caller).entitlementScope
    const requestedChange = { hash, reason, successor }
    const findOwn = async (requested: string) => {
      const row = await receipts.get({ hash: requested })
      return row?.org === org ? row : undefined
    }
    const row = await findOwn(hash)
    if (!row) return notFound('The receipt does not exist')
    if (NON_WITHDRAWABLE_KINDS.includes(row.kind))
      return refusal(
        'unprocessable',
        `A receipt of the kind ${row.kind} records a status change and cannot be withdrawn`,
      )
    if (successor !== undefined && (successor === hash || !(await findOwn(successor))))
      return invalidInput([{ field: 'superseded_by', message: 'must be another receipt of your organization' }])
    const outcome = row.state === 'active' ? await issueWithdrawal(deps, org, requestedChange) : undefined
    if (outcome instanceof Refusal) return outcome
    const updated = await findOwn(hash)
    if (!updated || !isSameChange(updated, requestedChange))
      return refusal(
        'conflict',
        'The receipt was already withdrawn or superseded with another reason or superseding receipt',
      )
    const { changed_by = '' } = updated
    return reply(200, { hash: changed_by, verifyUrl: verifyUrlOf(issuer, changed_by), status: statusOf(updated) })
  })
