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

/** Maximum attempts. An expired hold or a concurrent quota notice rejects the write. */
const ATTEMPTS_MAX = 4

const ownedKeyOf = ({ scopes, key, submission }: IntakeRequest) => {
  if (key === undefined) return undefined
  const idempotencyKey: IdempotencyKey = {
    key: JSON.stringify([scopes.resourceScope, key]),
    purpose: 'ciso-intake',
    fingerprint: submission.payloadSha256,
  }
  return { owner: partitionOf(intakeKeyRow, { org: scopes.entitlementScope }), key: idempotencyKey }
}

const upstreamFailed = (cause: unknown) =>
  refusal('upstream_failed', 'The receipt could not be signed, and no scaffold was used; try again shortly', { cause })

const holdAndWrite = async (
  deps: SigningDeps,
  intakeWrite: IntakeWrite,
): Promise<SignedIntake | Exclude<SigningRefusal, Refusal<'idempotency_mismatch'>>> => {
  for (let attempt = 1; ; attempt++) {
    const refused = await intakeWrite.credit.hold()
    if (refused) return refused
    try {
      return await writeIntake(deps, intakeWrite)
    } catch (error) {
      if (error instanceof Refusal || error instanceof KeyTakenError || isThrottled(error)) throw error
      if (error instanceof ReceiptStepsRefused && attempt < ATTEMPTS_MAX) continue
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

  const findEarlier = async (
    request: IntakeRequest,
  ): Promise<IdempotentResult<SignedIntake> | Refusal<'idempotency_mismatch'> | undefined> => {
    const ownedKey = ownedKeyOf(request)
    const remembered = ownedKey && (await requests.find(ownedKey.owner, ownedKey.key))
    if (remembered === undefined || remembered instanceof Refusal) return remembered
    const row = await deps.intakes.find(request.scopes.entitlementScope, remembered.hash)
    if (!row) throw new Error('The intake of an idempotency key has disappeared')
    return { result: { row, ...(remembered.warning && { warning: remembered.warning }) }, isReplay: true }
  }

  return async (request: IntakeRequest): Promise<IdempotentResult<SignedIntake> | SigningRefusal> => {
    const earlierResult = await findEarlier(request)
    if (earlierResult) return earlierResult
    const ownedKey = ownedKeyOf(request)
    const id = deps.newId()
    // The credit's id follows from the key, so a concurrent request with the same key reserves no second credit.
    const credit = deps.creditFor(request.scopes, ownedKey ? jsonSha256(ownedKey) : id)
    const remember = (result: StoredIntakeReply) =>
      ownedKey ? [requests.step(ownedKey.owner, ownedKey.key, result)] : []
    try {
      const signed = await holdAndWrite(deps, { request, id, credit, remember })
      if (!(signed instanceof Refusal)) return { result: signed, isReplay: false }
      await credit.release()
      return signed
    } catch (error) {
      await credit.release()
      const earlierResult = error instanceof KeyTakenError ? await findEarlier(request) : undefined
      if (earlierResult) return earlierResult
      throw error
    }
  }
}
