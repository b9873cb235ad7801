import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import type { Reading } from '../record/reading.ts'

/**
 * Returns the subject of a reading receipt: the structured response without `hash`, `receipt` and `oracle`, as
 * canonical JSON.
 */
export const readingSubject = (reading: Reading): string => {
  const {
    oracle: _,
    hash: __,
    receipt: ___,
    ...subject
  } = reading as Reading & {
    readonly hash?: unknown
    readonly receipt?: unknown
  }
  return canonicalJson(subject)
}

export const readingSha256 = (reading: Reading): string => sha256Hex(readingSubject(reading))
