import { offlineKit } from '@signet/receipts'
import { SAMPLE } from './sample-receipt.ts'

export const validSample = (): Uint8Array => offlineKit(SAMPLE)

/** Returns the sample with one digit of its time changed and the original signature. */
export const changedSample = (): Uint8Array => {
  const { envelope } = SAMPLE
  const payload = btoa(atob(envelope.payload).replace('"issuedAt":"2026-12-01', '"issuedAt":"2026-12-02'))
  return offlineKit({ ...SAMPLE, envelope: { ...envelope, payload } })
}
