import type { Clock, SecretSource } from '@signet/kernel'
import { sameDigest } from './request-digests.ts'
import { type RequestTables, type SubmittedFormRow, stateOf } from './request-table.ts'

export interface StandsDeps {
  readonly tables: Pick<RequestTables, 'same' | 'requests'>
  readonly pepper: SecretSource
  readonly now: Clock
}

/** Whether the address has a request for the artifact that waits, or is granted. */
export const standsAlready = async (
  { tables, pepper, now }: StandsDeps,
  org: string,
  asked: Pick<SubmittedFormRow, 'receipt_hash' | 'artifact_slug' | 'artifact_since' | 'mail'>,
): Promise<boolean> => {
  const same = await tables.same.get({ org, digest: sameDigest(await pepper(), org, asked) })
  const row = same && (await tables.requests.get({ org, id: same.id }))
  return row !== undefined && ['pending', 'granted'].includes(stateOf(row, now()))
}
