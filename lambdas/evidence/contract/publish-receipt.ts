import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

/**
 * A text that was attested: its hash, its policy and its score, so that anybody can check the text again (spec platform-api 2.6).
 * Version and stored version follow from what went into it: 2 and 2, 2.1 and 3 with a plan, 2.2 and 4 with a gap-fill.
 */
export const EVIDENCE_PUBLISH = receiptKind({
  kind: 'evidence.publish',
  version: '2',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'content',
  claims: z.record(z.string(), z.unknown()).describe('publicPayload, as its tenant wrote it'),
  result: ['score', 'initialGaps', 'finalGaps', 'attacksLogged', 'creditsMicroUsd'],
})

export const PUBLISH_VERSIONS = {
  '2': { receipt: '2', stored: 2 },
  '2.1': { receipt: '2.1', stored: 3 },
  '2.2': { receipt: '2.2', stored: 4 },
} as const
