import {
  type IdempotencyKey,
  type IdempotentResult,
  idempotency,
  isThrottled,
  partitionOf,
  Refusal,
  refusal,
} from '@signet/kernel'
import { jsonSha256 } from '@signet/receipts/digest'
import { ReceiptStepsRefused } from '@signet/receipts/issuing'
import { intakeKeyRow } from './rows.ts'
import {
  type IntakeRequest,
  type IntakeWrite,
  KeyTakenError,
  type SignedIntake,
  type SigningDeps,
  type StoredIntakeReply,
  writeIntake,
} from './write-intake.ts'

export type SigningRefusal = Refusal<'quota_exceeded' | 'idempotency_mismatch' | 'receipt_conflict' | 'upstream_failed'>

/** Attempts, because an expired hold or a concurrent notice refuses the write. */
const TRIES = 4

const namedBy = ({ scopes, key, submission }: IntakeRequest) => {
  if (key === undefined) return undefined
  const idempotencyKey: IdempotencyKey = {
    key: JSON.stringify([scopes.resourceScope, key]),
    purpose: 'ciso-intake',
    fingerprint: submission.payloadSha256,
  }
  return { owner: partitionOf(intakeKeyRow, { org: scopes.entitlementScope }), named: idempotencyKey }
}

const upstreamFailed = (cause: unknown) =>
  refusal('upstream_failed', 'The receipt could not be signed, and no scaffold was used; try again shortly', { cause })

const paidAndWritten = async (
  deps: SigningDeps,
  writing: IntakeWrite,
): Promise<SignedIntake | Exclude<SigningRefusal, Refusal<'idempotency_mismatch'>>> => {
  for (let tries = 1; ; tries++) {
    const refused = await writing.credit.hold()
    if (refused) return refused
    try {
      return await writeIntake(deps, writing)
    } catch (error) {
      if (error instanceof Refusal || error instanceof KeyTakenError || isThrottled(error)) throw error
      if (error instanceof ReceiptStepsRefused && tries < TRIES) continue
      deps.log.warn('intake signing failed', { error })
      return upstreamFailed(error)
    }
  }
}

/**
 * Signs a verdict for one credit, at most once per key. Safe to interrupt: credit and receipt are written together, and
 * a retry with the same key finds them. Any other outcome returns the credit.
 */
export const signOnce = (deps: SigningDeps) => {
  const requests = idempotency<StoredIntakeReply>(deps)

  const earlier = async (
    request: IntakeRequest,
  ): Promise<IdempotentResult<SignedIntake> | Refusal<'idempotency_mismatch'> | undefined> => {
    const by = namedBy(request)
    const remembered = by && (await requests.find(by.owner, by.named))
    if (remembered === undefined || remembered instanceof Refusal) return remembered
    const row = await deps.intakes.find(request.scopes.entitlementScope, remembered.hash)
    if (!row) throw new Error('The intake of an idempotency key has disappeared')
    return { result: { row, ...(remembered.warning && { warning: remembered.warning }) }, isReplay: true }
  }

  return async (request: IntakeRequest): Promise<IdempotentResult<SignedIntake> | SigningRefusal> => {
    const before = await earlier(request)
    if (before) return before
    const by = namedBy(request)
    const id = deps.newId()
    // The credit's id follows from the key, so a concurrent request with the same key reserves no second credit.
    const credit = deps.creditFor(request.scopes, by ? jsonSha256(by) : id)
    const remember = (result: StoredIntakeReply) => (by ? [requests.step(by.owner, by.named, result)] : [])
    try {
      const signed = await paidAndWritten(deps, { request, id, credit, remember })
      if (!(signed instanceof Refusal)) return { result: signed, isReplay: false }
      await credit.giveBack()
      return signed
    } catch (error) {
      await credit.giveBack()
      const first = error instanceof KeyTakenError ? await earlier(request) : undefined
      if (first) return first
      throw error
    }
  }
}
