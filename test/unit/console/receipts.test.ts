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
const HERE = 'https://console.example'
const ISSUER = 'https://signet.example'
const UNKNOWN = { keys: [], logKeys: [] }
const PUBLISHED = { keys: golden.keys as PublicKeyRecord[], logKeys: [parseVerifierKey(golden.logKeys[0])] }
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

interface Asked {
  readonly bytes?: Uint8Array
  readonly subject?: string
  readonly published?: typeof PUBLISHED
  readonly userKeys?: TrustedKeys
  readonly origin?: string
  readonly isPending?: boolean
}

const check = ({
  bytes = validSample(),
  subject,
  published = UNKNOWN,
  userKeys = NO_KEYS,
  origin = HERE,
  isPending,
}: Asked) =>
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
const detailOf = ({ rows }: ReceiptCheck, wanted: string) => rows.find(({ name }) => name === wanted)?.detail

describe('sample receipts', () => {
  it('equal the golden receipt of an image', () => {
    const { envelope, shown, witnessed } = golden.receipts.find(({ kind }: { kind: string }) => kind === 'image')
    const { keys, logKeys } = golden
    expect(SAMPLE).toEqual({ envelope, key: keys[0], opening: shown.opening, tlogProof: witnessed, logKeys })
  })

  it('pass with keys from the file, and say so', async () => {
    const checked = await check({ subject: 'image' })
    expect(checked.verdict.valid).toBe(true)
    expect(checked.keySource).toBe('file')
    expect(statusOf(checked)).toEqual({
      Payload: 'pass',
      Signature: 'pass',
      'Key validity': 'pass',
      Chain: 'skipped',
      'Log inclusion': 'pass',
      Witness: 'pass',
      Claims: 'pass',
      Subject: 'pass',
    })
  })

  it('fail in signature and log only, with one digit changed', async () => {
    const checked = await check({ bytes: changedSample() })
    expect(checked.verdict.valid).toBe(false)
    const failed = checked.rows.filter(({ status }) => status === 'fail').map(({ name }) => name)
    expect(failed).toEqual(['Signature', 'Log inclusion'])
  })
})

describe('source of the keys', () => {
  it('the key source is this Signet for a receipt that names it as issuer', async () => {
    const checked = await check({ published: PUBLISHED, origin: ISSUER })
    expect([checked.verdict.valid, checked.keySource]).toEqual([true, 'signet'])
    const forged = await check({ published: UNKNOWN, origin: ISSUER })
    expect(forged.verdict.valid).toBe(false)
    expect(statusOf(forged)['Key validity']).toBe('fail')
  })

  it('the key source is this Signet for a receipt with one of its keys and another issuer', async () => {
    expect((await check({ published: PUBLISHED })).keySource).toBe('signet')
  })

  it('the key source is the user for any provided key', async () => {
    const raw = rawOfRecord(golden.keys[0]) ?? new Uint8Array()
    const checked = await check({ userKeys: readKeys(pemOf(raw)) })
    expect([checked.verdict.valid, checked.keySource]).toEqual([true, 'reader'])
    const other = rawOfRecord({
      ...golden.keys[0],
      x: golden.receipts[8].shown.publicClaims.x,
      kid: golden.receipts[8].shown.publicClaims.kid,
    })
    const refused = await check({ userKeys: readKeys(pemOf(other ?? new Uint8Array())) })
    expect(refused.verdict.valid).toBe(false)
  })

  it('excludes witnesses named only by the file, which could backdate a revoked key', async () => {
    const revoked = { ...golden.keys[0], status: 'revoked', revoked_at: '2026-12-02T00:00:00.000Z' }
    const checked = await check({ published: { ...PUBLISHED, keys: [revoked] } })
    expect(checked.verdict.valid).toBe(false)
    const witness = readKeys(golden.logKeys[1])
    const trusted = await check({ published: { ...PUBLISHED, keys: [revoked] }, userKeys: witness })
    expect(trusted.verdict.valid).toBe(true)
  })
})

describe('witness row', () => {
  it('names the source of the key', async () => {
    const byFile = await check({ published: PUBLISHED })
    expect(detailOf(byFile, 'Witness')).toMatch(
      /^witness\.example confirmed the log entry on .*its key is from the file$/,
    )
    const given = await check({ published: PUBLISHED, userKeys: readKeys(golden.logKeys[1]) })
    expect(detailOf(given, 'Witness')).toBe('witness.example confirmed the log entry on 1 December 2026, 01:00 UTC')
  })

  it('the witness check is pending for an unseen known witness, and fails if the user requires it', async () => {
    const image = golden.receipts.find(({ kind }: { kind: string }) => kind === 'image')
    const unseen = offlineKit({ ...SAMPLE, tlogProof: image.proof })
    const witness = readKeys(golden.logKeys[1])
    const known = await check({
      bytes: unseen,
      published: { ...PUBLISHED, logKeys: [...PUBLISHED.logKeys, ...witness.logKeys] },
    })
    expect(known.verdict.valid).toBe(true)
    expect(statusOf(known)).toMatchObject({ 'Log inclusion': 'pass', Witness: 'pending' })
    const given = await check({ bytes: unseen, userKeys: witness })
    expect(given.verdict.valid).toBe(false)
    expect(statusOf(given)).toMatchObject({ 'Log inclusion': 'pass', Witness: 'fail' })
  })
})

describe('receipt without a log proof', () => {
  const { tlogProof: _, ...rest } = SAMPLE
  it('the log check is pending if the issuer says so, otherwise not checked', async () => {
    const bytes = offlineKit(rest)
    expect(statusOf(await check({ bytes, isPending: true }))['Log inclusion']).toBe('pending')
    expect(statusOf(await check({ bytes }))['Log inclusion']).toBe('skipped')
  })
})

describe('sortFiles', () => {
  const picture = { name: 'picture.webp', bytes: new TextEncoder().encode('image') }
  const kit = { name: 'receipt.zip', bytes: validSample() }
  it('finds the receipt and its subject in any order', () => {
    for (const files of [
      [picture, kit],
      [kit, picture],
    ]) {
      const { name, subject } = findReceipt(files)
      expect([name, subject?.name]).toEqual(['receipt.zip', 'picture.webp'])
    }
  })

  it('throws if no file is a receipt', () => {
    expect(() => findReceipt([picture])).toThrow('The file is not valid JSON')
    expect(() => findReceipt([])).toThrow('No file was provided')
  })

  it('accepts every receipt format', () => {
    expect(findReceipt([{ name: 'receipt.dsse.json', bytes: bytesOf(SAMPLE.envelope) }]).receipt.form).toBe('dsse')
  })
})

describe('readKeys', () => {
  it('accepts three formats, and returns none for an empty text', () => {
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
    const whole = meaningOf((await check({ subject: 'image' })).verdict, false)
    expect(whole.proves).toHaveLength(4)
    expect(whole.doesNotProve).toContain(
      'That the receipt is still in force: only its issuer knows whether it was withdrawn.',
    )
    const { opening: _, tlogProof: __, ...bare } = SAMPLE
    const less = meaningOf((await check({ bytes: offlineKit(bare) })).verdict, true)
    expect(less.proves).toHaveLength(1)
    expect(less.doesNotProve).toHaveLength(5)
  })

  it('proves nothing for an invalid receipt', async () => {
    const { proves, doesNotProve } = meaningOf((await check({ bytes: changedSample() })).verdict, false)
    expect(proves).toEqual([])
    expect(doesNotProve).toHaveLength(1)
  })
})
