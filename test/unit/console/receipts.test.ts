import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  offlineKit,
  type PublicKeyRecord,
  parseVerifierKey,
  pemOf,
  rawOfRecord,
  readReceiptFile,
} from '@signet/receipts'
import { describe, expect, it } from 'vitest'
import { checkReceipt, findReceipt, type ReceiptCheck } from '../../../console/receipt-check/checking.ts'
import { meaningOf } from '../../../console/receipt-check/meaning.ts'
import { readKeys } from '../../../console/receipt-check/read-keys.ts'
import { SAMPLE } from '../../../console/receipt-check/sample-receipt.ts'
import { changedSample, validSample } from '../../../console/receipt-check/samples.ts'
import { NO_KEYS, type TrustedKeys } from '../../../console/receipt-check/trusted-keys.ts'
import { ROOT } from '../../support/source-files.ts'

const golden = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/receipts/golden.json'), 'utf8'))
const OWN_ORIGIN = 'https://console.example'
const ISSUER = 'https://signet.example'
const NO_PUBLISHED_KEYS = { keys: [], logKeys: [] }
const PUBLISHED_KEYS = { keys: golden.keys as PublicKeyRecord[], logKeys: [parseVerifierKey(golden.logKeys[0])] }
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

interface CheckOptions {
  readonly bytes?: Uint8Array
  readonly subject?: string
  readonly published?: typeof PUBLISHED_KEYS
  readonly userKeys?: TrustedKeys
  readonly origin?: string
  readonly isPending?: boolean
}

const check = ({
  bytes = validSample(),
  subject,
  published = NO_PUBLISHED_KEYS,
  userKeys = NO_KEYS,
  origin = OWN_ORIGIN,
  isPending,
}: CheckOptions) =>
  checkReceipt({
    file: readReceiptFile(bytes),
    published,
    userKeys,
    origin,
    isPending,
    ...(subject === undefined ? {} : { subject: new TextEncoder().encode(subject) }),
  })

const statusOf = ({ rows }: ReceiptCheck): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, status }) => [name, status]))
const detailOf = ({ rows }: ReceiptCheck, rowName: string) => rows.find(({ name }) => name === rowName)?.detail

describe('sample receipts', () => {
  it('equal the golden receipt of an image', () => {
    const { envelope, shown, witnessed } = golden.receipts.find(({ kind }: { kind: string }) => kind === 'image')
    const { keys, logKeys } = golden
    expect(SAMPLE).toEqual({ envelope, key: keys[0], opening: shown.opening, tlogProof: witnessed, logKeys })
  })

  it('pass with keys from the file, which is reported as the key source', async () => {
    const checked = await check({ subject: 'image' })
    expect(checked.verdict.valid).toBe(true)
    expect(checked.keySource).toBe('file')
    expect(statusOf(checked)).toEqual({
      Content: 'pass',
      Signature: 'pass',
      'Signing key': 'pass',
      'Previous receipt': 'skipped',
      'Public log': 'pass',
      Witness: 'pass',
      Claims: 'pass',
      Subject: 'pass',
    })
  })

  it('fail in signature and log only, with one digit changed', async () => {
    const checked = await check({ bytes: changedSample() })
    expect(checked.verdict.valid).toBe(false)
    const failed = checked.rows.filter(({ status }) => status === 'fail').map(({ name }) => name)
    expect(failed).toEqual(['Signature', 'Public log'])
  })
})

describe('source of the keys', () => {
  it('the key source is this Signet for a receipt that names it as issuer', async () => {
    const checked = await check({ published: PUBLISHED_KEYS, origin: ISSUER })
    expect([checked.verdict.valid, checked.keySource]).toEqual([true, 'signet'])
    const forged = await check({ published: NO_PUBLISHED_KEYS, origin: ISSUER })
    expect(forged.verdict.valid).toBe(false)
    expect(statusOf(forged)['Signing key']).toBe('fail')
  })

  it('the key source is this Signet for a receipt with one of its keys and another issuer', async () => {
    expect((await check({ published: PUBLISHED_KEYS })).keySource).toBe('signet')
  })

  it('the key source is the user for any provided key', async () => {
    const raw = rawOfRecord(golden.keys[0]) ?? new Uint8Array()
    const checked = await check({ userKeys: readKeys(pemOf(raw)) })
    expect([checked.verdict.valid, checked.keySource]).toEqual([true, 'user'])
    // A key that did not sign the sample: the receipt of a key rotation publishes it.
    const otherKey = rawOfRecord({
      ...golden.keys[0],
      x: golden.receipts[8].shown.publicClaims.x,
      kid: golden.receipts[8].shown.publicClaims.kid,
    })
    const rejected = await check({ userKeys: readKeys(pemOf(otherKey ?? new Uint8Array())) })
    expect(rejected.verdict.valid).toBe(false)
  })

  it('excludes witnesses named only by the file, which could backdate a signature of a revoked key', async () => {
    const revoked = { ...golden.keys[0], status: 'revoked', revoked_at: '2026-12-02T00:00:00.000Z' }
    const checked = await check({ published: { ...PUBLISHED_KEYS, keys: [revoked] } })
    expect(checked.verdict.valid).toBe(false)
    const witness = readKeys(golden.logKeys[1])
    const trusted = await check({ published: { ...PUBLISHED_KEYS, keys: [revoked] }, userKeys: witness })
    expect(trusted.verdict.valid).toBe(true)
  })
})

describe('witness row', () => {
  it('names the source of the key', async () => {
    const withFileKey = await check({ published: PUBLISHED_KEYS })
    expect(detailOf(withFileKey, 'Witness')).toMatch(
      /^witness\.example confirmed the log entry on .*its key is from the file$/,
    )
    const withUserKey = await check({ published: PUBLISHED_KEYS, userKeys: readKeys(golden.logKeys[1]) })
    expect(detailOf(withUserKey, 'Witness')).toBe(
      'witness.example confirmed the log entry on 1 December 2026, 01:00 UTC',
    )
  })

  it('the check is pending if a known witness has not confirmed the entry, and fails if the user requires that witness', async () => {
    const image = golden.receipts.find(({ kind }: { kind: string }) => kind === 'image')
    const withoutWitness = offlineKit({ ...SAMPLE, tlogProof: image.proof })
    const witness = readKeys(golden.logKeys[1])
    const withKnownWitness = await check({
      bytes: withoutWitness,
      published: { ...PUBLISHED_KEYS, logKeys: [...PUBLISHED_KEYS.logKeys, ...witness.logKeys] },
    })
    expect(withKnownWitness.verdict.valid).toBe(true)
    expect(statusOf(withKnownWitness)).toMatchObject({ 'Public log': 'pass', Witness: 'pending' })
    const withRequiredWitness = await check({ bytes: withoutWitness, userKeys: witness })
    expect(withRequiredWitness.verdict.valid).toBe(false)
    expect(statusOf(withRequiredWitness)).toMatchObject({ 'Public log': 'pass', Witness: 'fail' })
  })
})

describe('receipt without a log proof', () => {
  const { tlogProof: _, ...withoutProof } = SAMPLE
  it('the log check is pending if the issuer says so, otherwise not checked', async () => {
    const bytes = offlineKit(withoutProof)
    expect(statusOf(await check({ bytes, isPending: true }))['Public log']).toBe('pending')
    expect(statusOf(await check({ bytes }))['Public log']).toBe('skipped')
  })
})

describe('findReceipt', () => {
  const imageFile = { name: 'picture.webp', bytes: new TextEncoder().encode('image') }
  const receiptZip = { name: 'receipt.zip', bytes: validSample() }
  it('finds the receipt and its subject in any order', () => {
    for (const files of [
      [imageFile, receiptZip],
      [receiptZip, imageFile],
    ]) {
      const { name, subject } = findReceipt(files)
      expect([name, subject?.name]).toEqual(['receipt.zip', 'picture.webp'])
    }
  })

  it('throws if no file is a receipt', () => {
    expect(() => findReceipt([imageFile])).toThrow('The file is not valid JSON')
    expect(() => findReceipt([])).toThrow('No file was provided')
  })

  it('accepts every receipt format', () => {
    expect(findReceipt([{ name: 'receipt.dsse.json', bytes: bytesOf(SAMPLE.envelope) }]).receipt.format).toBe('dsse')
  })
})

describe('readKeys', () => {
  it('returns the keys of a list of log keys, and none for a blank text', () => {
    expect(readKeys(' ')).toBe(NO_KEYS)
    expect(readKeys(golden.logKeys.join('\n')).logKeys).toHaveLength(2)
  })

  it('throws for anything else', () => {
    expect(() => readKeys('{"keys":[]}')).toThrow('The key set has no receipt key')
    expect(() => readKeys('nonsense')).toThrow('A key of the log is malformed')
    expect(() => readKeys('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toThrow('Ed25519')
  })
})

describe('meaningOf', () => {
  it('proves only what was checked', async () => {
    const fullMeaning = meaningOf((await check({ subject: 'image' })).verdict, { isStateKnown: false })
    expect(fullMeaning.proves).toHaveLength(4)
    expect(fullMeaning.proves[0]).toContain('The holder of the key in the file signed')
    expect(fullMeaning.doesNotProve).toContain(
      'That the receipt was not withdrawn. The issuer’s page of the receipt shows this.',
    )
    const { opening: _, tlogProof: __, ...withoutOpening } = SAMPLE
    const partialMeaning = meaningOf((await check({ bytes: offlineKit(withoutOpening) })).verdict, {
      isStateKnown: true,
    })
    expect(partialMeaning.proves).toHaveLength(1)
    expect(partialMeaning.doesNotProve).toHaveLength(5)
  })

  it('proves nothing for an invalid receipt', async () => {
    const { proves, doesNotProve } = meaningOf((await check({ bytes: changedSample() })).verdict, {
      isStateKnown: false,
    })
    expect(proves).toEqual([])
    expect(doesNotProve).toHaveLength(1)
  })
})
