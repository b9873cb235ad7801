import { addMs, rowTable, transact, type WriteStep } from '@signet/kernel'
import { type PublicKeyRecord, sha256OfKid, toBase64Url } from '@signet/receipts'
import { RECEIPT_KEYS } from '@signet/receipts/access'
import {
  type IssueReceipt,
  type KeySetDeps,
  keySet,
  newKeyOf,
  ReceiptStepsRefused,
  recordOf,
  requireIssued,
  type SigningKey,
} from '@signet/receipts/issuing'
import { KEY_EVENT } from '@signet/receipts/kinds'
import { logYear, witnessRow } from '@signet/receipts/rows'
import type { KeyOrder } from './key-orders.ts'

export interface KeyDeps extends KeySetDeps {
  readonly issue: IssueReceipt
}

/** ID under which the platform itself issues receipts about keys. */
export const PLATFORM_ORG = 'signet'

/** Time after a rotation during which both keys can sign, because running functions cache the previous key. */
const KEY_OVERLAP_MS = 24 * 3_600_000

/** Returns the name of the first key that has never signed. @throws Error with instructions for adding a key. */
const unusedKeyName = (keys: readonly SigningKey[]): string => {
  const name = RECEIPT_KEYS.find((candidate) => keys.every((key) => key.name !== candidate))
  if (name !== undefined) return name
  throw new Error('Every key has signed: add a name to RECEIPT_KEYS in layers/receipts, deploy, and rotate again')
}

const ignoreIfDone = async (issuing: ReturnType<IssueReceipt>): Promise<void> => {
  try {
    requireIssued(await issuing)
  } catch (error) {
    if (!(error instanceof ReceiptStepsRefused)) throw error
  }
}

const rotate = async (deps: KeyDeps, currentKid: string): Promise<void> => {
  const keys = keySet(deps)
  const { key } = await keys.current('receipt')
  if (key.kid !== currentKid) return
  const name = unusedKeyName(await keys.all('receipt'))
  const signer = await deps.signers(name)
  const now = deps.now()
  const previousUntil = addMs(deps.now(), KEY_OVERLAP_MS).toISOString()
  const next = newKeyOf(signer, name, 'receipt', now)
  const rotationClaims = {
    event: 'rotated' as const,
    use: 'receipt' as const,
    kid: next.kid,
    x: toBase64Url(signer.publicKey),
  }
  // The previous key signs this receipt, so that trust in it extends to the next key.
  await ignoreIfDone(
    deps.issue(KEY_EVENT, {
      org: PLATFORM_ORG,
      key: `key.event:rotated:${next.kid}`,
      ref: next.kid,
      subject: { sha256: sha256OfKid(next.kid) },
      claims: { ...rotationClaims, previousKid: key.kid, previousUntil },
      steps: () => [
        keys.rows.steps.replace(
          { use: 'receipt', kid: key.kid },
          { ...key, valid_until: previousUntil },
          { state: 'active', valid_until: null },
        ),
        keys.rows.steps.putNew({ use: 'receipt', kid: next.kid }, next),
      ],
    }),
  )
}

/**
 * Returns the last cosigned checkpoint of each yearly log that can contain receipts of a key. They prove that a receipt
 * existed before its key was revoked; later checkpoints do not.
 */
const lastCosignedCheckpoints = async (deps: KeyDeps, { valid_from }: SigningKey): Promise<Record<string, string>> => {
  const witnesses = rowTable(witnessRow, deps)
  const first = Number(logYear(valid_from))
  const last = Number(logYear(deps.now().toISOString()))
  const years = Array.from({ length: last - first + 1 }, (_, offset) => String(first + offset))
  const rows = await Promise.all(years.map(async (year) => [year, await witnesses.get({ year })] as const))
  return Object.fromEntries(rows.flatMap(([year, row]) => (row?.checkpoint ? [[year, row.checkpoint]] : [])))
}

/** Write steps that revoke a key and, if it was the signing key, activate the next one. */
const revocationSteps = async (deps: KeyDeps, key: SigningKey): Promise<readonly WriteStep[]> => {
  const keys = keySet(deps)
  const { steps } = keys.rows
  // Read before the revocation time is set, because cosignatures after the revocation prove nothing.
  const checkpoints = await lastCosignedCheckpoints(deps, key)
  const revokedKey = {
    ...key,
    state: 'revoked' as const,
    revoked_at: deps.now().toISOString(),
    cosigned_checkpoints: checkpoints,
  }
  const keyUpdate = steps.replace({ use: 'receipt', kid: key.kid }, revokedKey, { state: 'active' })
  if ((await keys.current('receipt')).key.kid !== key.kid) return [keyUpdate]
  const name = unusedKeyName(await keys.all('receipt'))
  const next = newKeyOf(await deps.signers(name), name, 'receipt', deps.now())
  return [keyUpdate, steps.putNew({ use: 'receipt', kid: next.kid }, next)]
}

const revoke = async (deps: KeyDeps, kid: string, reason: string): Promise<void> => {
  const findKey = async (): Promise<SigningKey> => {
    const key = (await keySet(deps).all('receipt')).find((each) => each.kid === kid)
    if (key) return key
    throw new Error(`The key ${kid} does not exist`)
  }
  await transact<void>(deps, async () => {
    const key = await findKey()
    return { steps: key.state === 'revoked' ? [] : await revocationSteps(deps, key), result: undefined }
  })
  const revokedAt = (await findKey()).revoked_at ?? deps.now().toISOString()
  // Another key signs this receipt: a compromised key cannot vouch for itself.
  requireIssued(
    await deps.issue(KEY_EVENT, {
      org: PLATFORM_ORG,
      key: `key.event:revoked:${kid}`,
      ref: kid,
      subject: { sha256: sha256OfKid(kid) },
      claims: { event: 'revoked', use: 'receipt', kid, revokedAt, reason },
    }),
  )
}

/**
 * Carries out an operator's order and returns the resulting key set. Safe to interrupt and retry.
 * @throws Error for an unknown key, and if no unused key is left.
 */
export const carryOutOrder =
  (deps: KeyDeps) =>
  async (order: KeyOrder): Promise<{ readonly keys: readonly PublicKeyRecord[] }> => {
    if (order.action === 'rotate') await rotate(deps, order.from)
    if (order.action === 'revoke') await revoke(deps, order.kid, order.reason)
    const keys = await keySet(deps).all('receipt')
    return { keys: keys.map((key) => recordOf(key, deps.now())) }
  }
