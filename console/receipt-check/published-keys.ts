import type { NoteKey, PublicKeyRecord } from '@signet/receipts'

export interface PublishedKeys {
  readonly keys: readonly PublicKeyRecord[]
  readonly logKeys: readonly NoteKey[]
}

/**
 * Whether a receipt is one of this Signet, by its own words or by its key. Then the published keys alone count: a file that
 * says so and brings another key is somebody else's.
 */
export const isOfSignet = (
  { issuer, kids }: { readonly issuer?: string; readonly kids: readonly string[] },
  { keys }: PublishedKeys,
  origin: string,
): boolean => issuer === origin || keys.some(({ kid }) => kids.includes(kid))
