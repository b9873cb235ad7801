import type { Clock, SecretSource } from '@signet/kernel'
import { sameDigest } from './request-digests.ts'
import { type RequestTables, type SubmittedFormRow, stateOf } from './request-table.ts'

export interface ExistingRequestDeps {
  readonly tables: Pick<RequestTables, 'same' | 'requests'>
  readonly pepper: SecretSource
  readonly now: Clock
}

/** Whether the address has a request for the artifact that waits, or is granted. */
export const hasExistingRequest = async (
  { tables, pepper, now }: ExistingRequestDeps,
  org: string,
  asked: Pick<SubmittedFormRow, 'receipt_hash' | 'artifact_slug' | 'artifact_since' | 'mail'>,
): Promise<boolean> => {
  const same = await tables.same.get({ org, digest: sameDigest(await pepper(), org, asked) })
  const row = same && (await tables.requests.get({ org, id: same.id }))
  return row !== undefined && ['pending', 'granted'].includes(stateOf(row, now()))
}
