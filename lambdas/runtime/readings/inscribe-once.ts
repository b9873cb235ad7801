import { Refusal, refusal } from '@signet/kernel'
import { type IssuedReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import type { Inscriber } from './inscribe.ts'

export interface InscribedFile<File> {
  readonly hash: string
  readonly file: File
  /** False if the result was stored by an earlier request with the same key. */
  readonly isNew: boolean
}

export type InscriptionRefusal = Refusal<'receipt_conflict' | 'idempotency_mismatch'>

export interface InscriptionRequest {
  readonly org: string
  /** SHA-256 of the request. */
  readonly request: string
  readonly idempotencyKey: string | undefined
}

/** Attempts after which concurrent changes of the memory are reported as a conflict. */
const ATTEMPTS_MAX = 5

const keyMismatch = (): InscriptionRefusal =>
  refusal('idempotency_mismatch', 'This idempotency key was used with a different request; use a new key')

const storageConflict = (): InscriptionRefusal =>
  refusal('receipt_conflict', 'Too many readings of this querent are being stored; try again', {
    headers: { 'retry-after': '1' },
  })

/**
 * Stores a result and issues its receipt, once per idempotency key. `work` does both and is repeated if a row changed
 * concurrently. If the key already has a result, that result is returned.
 */
export const inscribeOnce = (inscriber: Pick<Inscriber, 'findByKey' | 'find' | 'read'>) => {
  const readStored = async <File>(
    { org, request }: InscriptionRequest,
    hash: string,
  ): Promise<InscribedFile<File> | InscriptionRefusal> => {
    const row = await inscriber.find(org, hash)
    if (row?.request !== request) return keyMismatch()
    return { hash, isNew: false, file: (await inscriber.read(row)) as File }
  }
  return async <File, Refused>(
    inscriptionRequest: InscriptionRequest,
    work: () => Promise<
      (IssuedReceipt & { readonly file: File }) | { readonly refused: Refused } | Refusal<'receipt_conflict'>
    >,
  ): Promise<InscribedFile<File> | { readonly refused: Refused } | InscriptionRefusal> => {
    const existing =
      inscriptionRequest.idempotencyKey === undefined
        ? undefined
        : await inscriber.findByKey(inscriptionRequest.org, inscriptionRequest.idempotencyKey)
    if (existing) return readStored(inscriptionRequest, existing.hash)
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const workOutcome = await work().catch((error: unknown) => {
        if (error instanceof ReceiptStepsRefused) return undefined
        throw error
      })
      if (workOutcome === undefined) continue
      if (workOutcome instanceof Refusal || 'refused' in workOutcome || workOutcome.isNew) return workOutcome
      return readStored(inscriptionRequest, workOutcome.hash)
    }
    return storageConflict()
  }
}
