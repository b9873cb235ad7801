import type { NoteKey, PublicKeyRecord } from '@signet/receipts'

export interface TrustedKeys {
  readonly keys?: readonly PublicKeyRecord[]
  readonly pinnedKeys: readonly Uint8Array[]
  readonly logKeys: readonly NoteKey[]
}

export const NO_KEYS: TrustedKeys = { pinnedKeys: [], logKeys: [] }
