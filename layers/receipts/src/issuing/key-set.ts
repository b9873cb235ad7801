import { addMs, type RowOf, type RowTable, rowTable, type TableDeps } from '@signet/kernel'
import { toBase64Url } from '../base64.ts'
import type { PublicKeyRecord } from '../public-keys.ts'
import type { Signer } from '../signer.ts'
import { LOG_KEY, RECEIPT_KEYS } from './access.ts'
import { signingKeyRow } from './rows/signing-key-row.ts'

export type SigningKey = RowOf<typeof signingKeyRow>

export type Signers = (name: string) => Promise<Signer>

export interface KeySetDeps extends TableDeps {
  readonly signers: Signers
}

/** Tolerance for clock differences: the first receipt can have an earlier issue time than the row of its key. */
const SKEW_MS = 5 * 60_000

/** Returns the public record of a key at a given time. An expired key is retired. */
export const recordOf = (
  { name: _name, cosigned_checkpoints: _checkpoints, state, ...key }: SigningKey,
  now: Date,
): PublicKeyRecord => {
  const hasExpired = key.valid_until !== null && key.valid_until <= now.toISOString()
  return { ...key, status: state === 'active' && hasExpired ? 'retired' : state }
}

const signsAt = ({ state, valid_from, valid_until }: SigningKey, at: string): boolean =>
  state === 'active' && valid_from <= at && (valid_until === null || valid_until > at)

export const newKeyOf = (signer: Signer, name: string, use: SigningKey['use'], validFrom: Date): SigningKey => ({
  kid: signer.kid,
  x: toBase64Url(signer.publicKey),
  use,
  name,
  state: 'active',
  valid_from: validFrom.toISOString(),
  valid_until: null,
  revoked_at: null,
})

export interface KeySet {
  readonly rows: RowTable<typeof signingKeyRow>
  /** Returns all keys of a use, newest first. */
  all(use: SigningKey['use']): Promise<readonly SigningKey[]>
  /** Returns the signing key. If a stage has no key yet, stores its first one. */
  current(use: SigningKey['use']): Promise<{ readonly key: SigningKey; readonly signer: Signer }>
}

/** @throws Error if the key in KMS differs from its row, because a key must be published before it signs */
const signerOf = async ({ signers }: KeySetDeps, { name, kid }: SigningKey): Promise<Signer> => {
  const signer = await signers(name)
  if (signer.kid !== kid) throw new Error(`The key "${name}" has the ID ${signer.kid}, but its row has ${kid}`)
  return signer
}

export const keySet = (deps: KeySetDeps): KeySet => {
  const rows = rowTable(signingKeyRow, deps)
  const all: KeySet['all'] = async (use) =>
    (await rows.all({ use })).toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
  return {
    rows,
    all,
    async current(use) {
      const keys = await all(use)
      const key = keys.find((key) => signsAt(key, deps.now().toISOString()))
      if (key) return { key, signer: await signerOf(deps, key) }
      if (keys.length > 0) throw new Error(`No key for the use "${use}" is active: rotate the keys`)
      const name = use === 'log' ? LOG_KEY : RECEIPT_KEYS[0]
      const signer = await deps.signers(name)
      const first = newKeyOf(signer, name, use, addMs(deps.now(), -SKEW_MS))
      await rows.putNew({ use, kid: signer.kid }, first)
      return { key: first, signer }
    },
  }
}
