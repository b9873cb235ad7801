import type { NoteKey, PublicKeyRecord } from '@signet/receipts'

export interface PublishedKeys {
  readonly keys: readonly PublicKeyRecord[]
  readonly logKeys: readonly NoteKey[]
}

/**
 * Returns whether a receipt belongs to this Signet, by its issuer or its key. If so, only published keys count, so a
 * file that claims this issuer with another key fails.
 */
export const isIssuedHere = (
  { issuer, kids }: { readonly issuer?: string; readonly kids: readonly string[] },
  { keys }: PublishedKeys,
  origin: string,
): boolean => issuer === origin || keys.some(({ kid }) => kids.includes(kid))
