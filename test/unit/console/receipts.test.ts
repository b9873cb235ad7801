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
import { checkReceipt, type ReceiptCheck, sortFiles } from '../../../console/receipt-check/checking.ts'
import { readKeys } from '../../../console/receipt-check/given-keys.ts'
import { meaningOf } from '../../../console/receipt-check/meaning.ts'
import { NO_KEYS, type TrustedKeys } from '../../../console/receipt-check/own-keys.ts'
import { SAMPLE } from '../../../console/receipt-check/sample-receipt.ts'
import { changedSample, validSample } from '../../../console/receipt-check/samples.ts'
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
  readonly given?: TrustedKeys
  readonly origin?: string
  readonly isPending?: boolean
}

const check = ({
  bytes = validSample(),
  subject,
  published = UNKNOWN,
  given = NO_KEYS,
  origin = HERE,
  isPending,
}: Asked) =>
  checkReceipt({
    file: readReceiptFile(bytes),
    published,
    given,
    origin,
    isPending,
    ...(subject === undefined ? {} : { subject: new TextEncoder().encode(subject) }),
  })

const statusOf = ({ rows }: ReceiptCheck): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, status }) => [name, status]))
const detailOf = ({ rows }: ReceiptCheck, wanted: string) => rows.find(({ name }) => name === wanted)?.detail

describe('the examples', () => {
  it('are the golden receipt of an image', () => {
    const { envelope, shown, witnessed } = golden.receipts.find(({ kind }: { kind: string }) => kind === 'image')
    const { keys, logKeys } = golden
    expect(SAMPLE).toEqual({ envelope, key: keys[0], opening: shown.opening, tlogProof: witnessed, logKeys })
  })

  it('pass with what they bring, which is said', async () => {
    const checked = await check({ subject: 'image' })
    expect(checked.verdict.valid).toBe(true)
    expect(checked.keysFrom).toBe('file')
    expect(statusOf(checked)).toEqual({
      Payload: 'pass',
      Signature: 'pass',
      'Key and its time': 'pass',
      Chain: 'skipped',
      'Inclusion in the log': 'pass',
      Witness: 'pass',
      Claims: 'pass',
      Subject: 'pass',
    })
  })

  it('fail with one digit changed, by signature and log alone', async () => {
    const checked = await check({ bytes: changedSample() })
    expect(checked.verdict.valid).toBe(false)
    const failed = checked.rows.filter(({ status }) => status === 'fail').map(({ name }) => name)
    expect(failed).toEqual(['Signature', 'Inclusion in the log'])
  })
})

describe('whose keys count', () => {
  it('are those that this Signet publishes, where the receipt says that it is of here', async () => {
    const checked = await check({ published: PUBLISHED, origin: ISSUER })
    expect([checked.verdict.valid, checked.keysFrom]).toEqual([true, 'signet'])
    const forged = await check({ published: UNKNOWN, origin: ISSUER })
    expect(forged.verdict.valid).toBe(false)
    expect(statusOf(forged)['Key and its time']).toBe('fail')
  })

  it('are those that this Signet publishes, too, where the key is one of them and the address another', async () => {
    expect((await check({ published: PUBLISHED })).keysFrom).toBe('signet')
  })

  it('are those of the reader before all others', async () => {
    const raw = rawOfRecord(golden.keys[0]) ?? new Uint8Array()
    const checked = await check({ given: readKeys(pemOf(raw)) })
    expect([checked.verdict.valid, checked.keysFrom]).toEqual([true, 'reader'])
    const other = rawOfRecord({
      ...golden.keys[0],
      x: golden.receipts[8].shown.publicClaims.x,
      kid: golden.receipts[8].shown.publicClaims.kid,
    })
    const refused = await check({ given: readKeys(pemOf(other ?? new Uint8Array())) })
    expect(refused.verdict.valid).toBe(false)
  })

  it('lets no witness that only the file names date what a revoked key has signed', async () => {
    const revoked = { ...golden.keys[0], status: 'revoked', revoked_at: '2026-12-02T00:00:00.000Z' }
    const checked = await check({ published: { ...PUBLISHED, keys: [revoked] } })
    expect(checked.verdict.valid).toBe(false)
    const witness = readKeys(golden.logKeys[1])
    const trusted = await check({ published: { ...PUBLISHED, keys: [revoked] }, given: witness })
    expect(trusted.verdict.valid).toBe(true)
  })
})

describe('the row of the witness', () => {
  it('says where its key comes from', async () => {
    const byFile = await check({ published: PUBLISHED })
    expect(detailOf(byFile, 'Witness')).toMatch(/^witness\.example saw it at .*its key came with the file$/)
    const given = await check({ published: PUBLISHED, given: readKeys(golden.logKeys[1]) })
    expect(detailOf(given, 'Witness')).toBe('witness.example saw it at 2026-12-01T01:00:00.000Z')
  })

  it('waits where a known witness has not seen it yet, and fails where the reader demands one', async () => {
    const image = golden.receipts.find(({ kind }: { kind: string }) => kind === 'image')
    const unseen = offlineKit({ ...SAMPLE, tlogProof: image.proof })
    const witness = readKeys(golden.logKeys[1])
    const known = await check({
      bytes: unseen,
      published: { ...PUBLISHED, logKeys: [...PUBLISHED.logKeys, ...witness.logKeys] },
    })
    expect(known.verdict.valid).toBe(true)
    expect(statusOf(known)).toMatchObject({ 'Inclusion in the log': 'pass', Witness: 'pending' })
    const given = await check({ bytes: unseen, given: witness })
    expect(given.verdict.valid).toBe(false)
    expect(statusOf(given)).toMatchObject({ 'Inclusion in the log': 'pass', Witness: 'fail' })
  })
})

describe('a receipt that waits for the log', () => {
  const { tlogProof: _, ...rest } = SAMPLE
  it('is pending where its issuer says so, and not checked where nobody does', async () => {
    const bytes = offlineKit(rest)
    expect(statusOf(await check({ bytes, isPending: true }))['Inclusion in the log']).toBe('pending')
    expect(statusOf(await check({ bytes }))['Inclusion in the log']).toBe('skipped')
  })
})

describe('files that were dropped together', () => {
  const picture = { name: 'picture.webp', bytes: new TextEncoder().encode('image') }
  const kit = { name: 'receipt.zip', bytes: validSample() }
  it('are a receipt and what it is about, in whatever order', () => {
    for (const files of [
      [picture, kit],
      [kit, picture],
    ]) {
      const { name, subject } = sortFiles(files)
      expect([name, subject?.name]).toEqual(['receipt.zip', 'picture.webp'])
    }
  })

  it('are refused where none is a receipt', () => {
    expect(() => sortFiles([picture])).toThrow('The file is no JSON')
    expect(() => sortFiles([])).toThrow('No file was given')
  })

  it('are receipts in each of their forms', () => {
    expect(sortFiles([{ name: 'receipt.dsse.json', bytes: bytesOf(SAMPLE.envelope) }]).receipt.form).toBe('dsse')
  })
})

describe('keys that somebody pastes', () => {
  it('are of three forms, and none where there is none', () => {
    expect(readKeys(' ')).toBe(NO_KEYS)
    expect(readKeys(golden.logKeys.join('\n')).logKeys).toHaveLength(2)
  })

  it('are refused where they are something else', () => {
    expect(() => readKeys('{"keys":[]}')).toThrow('The key set has no key of a receipt')
    expect(() => readKeys('nonsense')).toThrow('A key of the log is malformed')
    expect(() => readKeys('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toThrow('Ed25519')
  })
})

describe('what a receipt proves', () => {
  it('is what was checked, and no more', async () => {
    const whole = meaningOf((await check({ subject: 'image' })).verdict, false)
    expect(whole.proves).toHaveLength(4)
    expect(whole.doesNotProve).toContain('That it is still in force: whether it was withdrawn its issuer alone says.')
    const { opening: _, tlogProof: __, ...bare } = SAMPLE
    const less = meaningOf((await check({ bytes: offlineKit(bare) })).verdict, true)
    expect(less.proves).toHaveLength(1)
    expect(less.doesNotProve).toHaveLength(5)
  })

  it('is nothing where it is not valid', async () => {
    const { proves, doesNotProve } = meaningOf((await check({ bytes: changedSample() })).verdict, false)
    expect(proves).toEqual([])
    expect(doesNotProve).toHaveLength(1)
  })
})
