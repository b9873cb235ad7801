import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Envelope, KINDS, type PublicKeyRecord, readLogKeys, verifyReceipt } from '@signet/receipts'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '../examples.ts'
import { type Golden, goldenReceipts, keyRecord, LOG_VKEY, WITNESS_VKEY } from './golden-receipts.ts'
import { type Tampered, tamperedOf } from './tampered.ts'

/** Pins the format: issued receipts must verify with all later versions. */
const FILE = join(import.meta.dirname, '../../../fixtures/receipts/golden.json')
const FILE_SHA256 = '05d65eb6681dffa2fa684591725e97fed3347ca78260581c51a5be9f6f224a87'

/** This kind contains every field. */
const KIND_WITH_ALL_FIELDS = 'evidence.publish'

interface Committed {
  readonly keys: readonly PublicKeyRecord[]
  readonly logKeys: readonly string[]
  readonly receipts: readonly Golden[]
  readonly tampered: readonly Tampered[]
}

const committed = (): Committed => JSON.parse(readFileSync(FILE, 'utf8'))

const goldenText = async (): Promise<string> => {
  const receipts = await goldenReceipts()
  const tampered = receipts.filter(({ kind }) => kind === KIND_WITH_ALL_FIELDS).flatMap(tamperedOf)
  const file: Committed = { keys: [keyRecord()], logKeys: [LOG_VKEY, WITNESS_VKEY], receipts, tampered }
  return `${JSON.stringify(file, null, 1)}\n`
}

const verdictOf = (envelope: Envelope, { shown, proof }: Golden, previous?: Golden) =>
  verifyReceipt({
    envelope,
    ...shown,
    proof,
    keys: committed().keys,
    logKeys: readLogKeys(committed().logKeys[0]!),
    ...(previous && { previous: previous.envelope }),
  })

describe('golden receipts', () => {
  it('equal the committed file, with one receipt of each kind', async () => {
    const text = await goldenText()
    await expect(text).toMatchFileSnapshot(FILE)
    expect(sha256Of(readFileSync(FILE))).toBe(FILE_SHA256)
    expect(committed().receipts.map(({ kind }) => kind)).toEqual(KINDS)
  })

  it('pass every check', async () => {
    const { receipts } = committed()
    for (const [index, receipt] of receipts.entries()) {
      const { valid, checks, hash } = await verdictOf(receipt.envelope, receipt, receipts[index - 1])
      expect(hash).toBe(receipt.hash)
      expect(Object.values(checks).map(({ status }) => status)).toEqual(Array(6).fill('pass'))
      expect(valid).toBe(true)
    }
  })

  it('any changed field makes them invalid', async () => {
    const { receipts, tampered } = committed()
    const cases = [
      ...tampered.map((each) => ({ ...each, receipt: receipts[0]! })),
      ...receipts.flatMap((receipt) => tamperedOf(receipt).map((each) => ({ ...each, receipt }))),
    ]
    expect(tampered).toHaveLength(30)
    for (const { field, envelope, receipt } of cases) {
      expect((await verdictOf(envelope, receipt)).valid, `${receipt.kind} ${field}`).toBe(false)
    }
  })
})
