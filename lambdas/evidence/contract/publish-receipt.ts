import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

/**
 * An attested text: its hash, policy and score, so that anyone can check the text again (spec platform-api 2.6). The
 * version and the stored version depend on the steps: 2 and 2, 2.1 and 3 with a plan, 2.2 and 4 with a gap fill.
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
