import { type IdempotencyKey, idempotency, isThrottled, type Once, partitionOf, Refusal, refusal } from '@signet/kernel'
import { jsonSha256 } from '@signet/receipts/digest'
import { ReceiptStepsRefused } from '@signet/receipts/issuing'
import { intakeKeyRow } from './rows.ts'
import {
  AnotherWasFirst,
  type IntakeRequest,
  type SignedIntake,
  type SigningDeps,
  type StoredIntakeReply,
  type Writing,
  written,
} from './write-intake.ts'

export type NotSigned = Refusal<'quota_exceeded' | 'idempotency_mismatch' | 'receipt_conflict' | 'upstream_failed'>

/** A hold that ran out and a notice that another wrote refuse the write; it is tried so often. */
const TRIES = 4

const namedBy = ({ scopes, key, judged }: IntakeRequest) => {
  if (key === undefined) return undefined
  const named: IdempotencyKey = {
    key: JSON.stringify([scopes.resourceScope, key]),
    purpose: 'ciso-intake',
    fingerprint: judged.payloadSha256,
  }
  return { owner: partitionOf(intakeKeyRow, { org: scopes.entitlementScope }), named }
}

const upstreamFailed = (cause: unknown) =>
  refusal('upstream_failed', 'The receipt could not be signed, and nothing was taken; try again shortly', { cause })

const paidAndWritten = async (
  deps: SigningDeps,
  writing: Writing,
): Promise<SignedIntake | Exclude<NotSigned, Refusal<'idempotency_mismatch'>>> => {
  for (let tries = 1; ; tries++) {
    const refused = await writing.credit.hold()
    if (refused) return refused
    try {
      return await written(deps, writing)
    } catch (error) {
      if (error instanceof Refusal || error instanceof AnotherWasFirst || isThrottled(error)) throw error
      if (error instanceof ReceiptStepsRefused && tries < TRIES) continue
      deps.log.warn('an intake could not be signed', { error })
      return upstreamFailed(error)
    }
  }
}

/**
 * Signs a verdict, for one credit, once a key. It may be killed at any line: a credit and a receipt are taken and made
 * together, and the same key finds what was made. Whatever else happens gives the credit back.
 */
export const signOnce = (deps: SigningDeps) => {
  const requests = idempotency<StoredIntakeReply>(deps)

  const earlier = async (
    asked: IntakeRequest,
  ): Promise<Once<SignedIntake> | Refusal<'idempotency_mismatch'> | undefined> => {
    const by = namedBy(asked)
    const remembered = by && (await requests.find(by.owner, by.named))
    if (remembered === undefined || remembered instanceof Refusal) return remembered
    const row = await deps.intakes.find(asked.scopes.entitlementScope, remembered.hash)
    if (!row) throw new Error('The intake of an idempotency key is gone')
    return { result: { row, ...(remembered.warning && { warning: remembered.warning }) }, isReplay: true }
  }

  return async (asked: IntakeRequest): Promise<Once<SignedIntake> | NotSigned> => {
    const before = await earlier(asked)
    if (before) return before
    const by = namedBy(asked)
    const id = deps.newId()
    // While the first of the same key is at work, the second holds no other credit.
    const credit = deps.creditFor(asked.scopes, by ? jsonSha256(by) : id)
    const remember = (result: StoredIntakeReply) => (by ? [requests.step(by.owner, by.named, result)] : [])
    try {
      const signed = await paidAndWritten(deps, { asked, id, credit, remember })
      if (!(signed instanceof Refusal)) return { result: signed, isReplay: false }
      await credit.giveBack()
      return signed
    } catch (error) {
      await credit.giveBack()
      const first = error instanceof AnotherWasFirst ? await earlier(asked) : undefined
      if (first) return first
      throw error
    }
  }
}
