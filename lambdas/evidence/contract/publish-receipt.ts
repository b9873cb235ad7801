import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

/**
 * The receipt of an attested text: its hash, policy and score, so that anyone can check the text again (spec
 * platform-api 2.6). PUBLISH_VERSIONS maps each receipt version to its stored version.
 */
export const EVIDENCE_PUBLISH = receiptKind({
  kind: 'evidence.publish',
  version: '2',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'content',
  claims: z.record(z.string(), z.unknown()).describe("The organization's publicPayload"),
  result: ['score', 'initialGaps', 'finalGaps', 'attacksLogged', 'creditsMicroUsd'],
})

export const PUBLISH_VERSIONS = {
  '2': { receipt: '2', stored: 2 },
  '2.1': { receipt: '2.1', stored: 3 },
  '2.2': { receipt: '2.2', stored: 4 },
} as const
