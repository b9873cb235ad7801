import {
  type FileVerdict,
  jwksOf,
  ReceiptFileError,
  readEnvelope,
  readLogKeys,
  readReceiptFile,
  readStatement,
  sigstoreBundle,
  type Trust,
  verifyFile,
} from '@signet/receipts'
import { beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'
import { MONTH } from './examples.ts'
import { type Golden, goldenReceipts, keyRecord, LOG_KEY, LOG_VKEY, RECEIPT_KEY } from './golden/golden-receipts.ts'
import { renderingsOf, replyOf } from './renderings.ts'

let ledger: Golden
let image: Golden
let files: Readonly<Record<string, Uint8Array>>
beforeAll(async () => {
  const receipts = await goldenReceipts()
  const receiptOfKind = (kind: string) => receipts.find((receipt) => receipt.kind === kind)!
  ledger = receiptOfKind('ledger.statement')
  image = receiptOfKind('image')
  files = await renderingsOf(ledger)
})

const trust = (): Trust => ({ keys: [keyRecord()], logKeys: readLogKeys(LOG_VKEY) })
const verdictOf = async (bytes: Uint8Array, trusted: Trust = trust()): Promise<FileVerdict> =>
  verifyFile(readReceiptFile(bytes), trusted)
const readJson = (value: unknown): Promise<FileVerdict> => verdictOf(Buffer.from(JSON.stringify(value)))

/** Distance between changed bytes: 1 in a long run. It is odd, so that both even and odd offsets are changed. */
const STEP = scaled(3, 1)

const FORMATS = ['verify.json', 'dsse.json', 'sigstore.json', 'kit.zip'] as const

describe('receipt file', () => {
  it.each(FORMATS)('%s is valid', async (form) => {
    const verdict = await verdictOf(files[form]!)
    expect(verdict).toMatchObject({ valid: true, hash: ledger.hash, keysFrom: 'reader' })
    // The other formats contain neither the log proof nor the claims.
    const status = form === 'verify.json' || form === 'kit.zip' ? 'pass' : 'skipped'
    expect([verdict.checks.log.status, verdict.checks.claims.status]).toEqual([status, status])
  })

  it.each(FORMATS)('%s with any other byte is not valid', async (form) => {
    const bytes = files[form]!
    const valid: string[] = []
    for (let offset = 0; offset < bytes.length; offset += STEP) {
      const changed = Uint8Array.from(bytes)
      changed[offset]! ^= offset % 2 === 0 ? 1 : 0x20
      const verdict = await verdictOf(changed).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ReceiptFileError)
        return { valid: false }
      })
      if (verdict.valid)
        valid.push(`${offset}: ${Buffer.from(changed.subarray(offset - 20, offset + 20)).toString('latin1')}`)
    }
    expect(valid).toEqual([])
  })

  it('a changed byte of the proof fails the log check', async () => {
    const proof = Buffer.from(ledger.proof)
    for (let offset = 0; offset < proof.length; offset += STEP) {
      const changed = Uint8Array.from(proof)
      changed[offset]! ^= 1
      const evidence = { envelope: ledger.envelope, proof: Buffer.from(changed).toString('latin1') }
      const { valid } = await verifyFile({ format: 'dsse', evidence, keys: [], logKeys: [] }, trust())
      expect(valid, `${offset}`).toBe(false)
    }
  })

  it.each(FORMATS)('%s is rejected when truncated or extended', async (form) => {
    const bytes = files[form]!
    for (const changed of [
      bytes.slice(0, -1),
      bytes.slice(0, bytes.length / 2),
      Buffer.concat([bytes, Buffer.from('a')]),
    ])
      await expect(verdictOf(changed)).rejects.toThrow(ReceiptFileError)
  })

  it('the keys in the file do not override those of the reader', async () => {
    const withoutTrust = await verdictOf(files['kit.zip']!, {})
    expect(withoutTrust).toMatchObject({ valid: true, keysFrom: 'file' })
    expect(await verdictOf(files['kit.zip']!, { keys: [] })).toMatchObject({ valid: false })
    expect(await verdictOf(files['kit.zip']!, { pinnedKeys: [LOG_KEY.publicKey] })).toMatchObject({ valid: false })
    const pinned = await verdictOf(files['kit.zip']!, { pinnedKeys: [RECEIPT_KEY.publicKey] })
    expect(pinned).toMatchObject({ valid: true, keysFrom: 'reader' })
  })
})

describe('/verify reply', () => {
  it('contains all members of a public receipt', async () => {
    const reply = await replyOf(ledger)
    expect(reply).toMatchObject({
      hash: ledger.hash,
      valid: true,
      kind: 'ledger.statement',
      receiptVersion: '1',
      publicClaims: MONTH,
      issuedAt: '2026-12-01T00:09:00.000Z',
      key: {
        kid: keyRecord().kid,
        status: 'active',
        validFrom: keyRecord().valid_from,
        validUntil: null,
        revokedAt: null,
      },
      chain: { seq: 10, position: 'following' },
      log: { status: 'included', origin: 'signet.example/log/2026', index: 9, treeSize: 13 },
      verifyInstructionsUrl: `https://signet.example/verify/${ledger.hash}#yourself`,
    })
  })

  it('contains only status, kind and time of a private receipt', async () => {
    const status = { state: 'withdrawn', at: '2026-12-05T00:00:00.000Z', reason: 'mine', by: 'a'.repeat(64) } as const
    const { checks, ...reply } = await replyOf(image, status)
    expect(reply).toEqual({
      hash: image.hash,
      valid: true,
      kind: 'image',
      issuedAt: '2026-12-01T00:06:00.000Z',
      receiptVersion: null,
      issuer: null,
      key: null,
      chain: null,
      log: null,
      tlogProof: null,
      publicClaims: null,
      envelope: null,
      claimsVisibility: 'private',
      status: { state: 'withdrawn', at: '2026-12-05T00:00:00.000Z', reason: null, by: null },
      verifyInstructionsUrl: `https://signet.example/verify/${image.hash}#yourself`,
    })
    expect(JSON.stringify(checks)).not.toContain(image.hash)
    await expect(readJson({ checks, ...reply })).rejects.toThrow(/Ask the owner for the file/)
  })

  it('reports a superseded receipt as valid', async () => {
    const status = { state: 'superseded', at: '2026-12-05T00:00:00.000Z', reason: 'Wrong', by: image.hash } as const
    const verdict = await readJson(await replyOf(ledger, status))
    expect(verdict).toMatchObject({ valid: true, status })
  })

  it.each<[string, object]>([
    ['a log position without its proof', { tlogProof: null }],
    ['an invalid verdict', { valid: false }],
    ['an unknown state', { status: { state: 'gone', at: null, reason: null, by: null } }],
    ['an active receipt with a reason', { status: { state: 'active', at: null, reason: 'a', by: null } }],
    ['checks with another text', { checks: { payload: { status: 'pass', detail: 'Trust me' } } }],
    ['another position in the chain', { chain: { seq: 1, prev: '0'.repeat(64), position: 'first' } }],
    [
      'a longer key validity',
      { key: { kid: keyRecord().kid, status: 'active', validFrom: '2020-01-01T00:00:00.000Z' } },
    ],
    ['private claims', { claimsVisibility: 'private' }],
  ])('a reply that contradicts the envelope is not valid: %s', async (_, change) => {
    const verdict = await readJson({ ...(await replyOf(ledger)), ...change })
    expect(verdict).toMatchObject({ valid: false, checks: { payload: { status: 'fail' } } })
  })
})

describe("owner's receipt reply", () => {
  const signed = () => readStatement(readEnvelope(image.envelope).body)
  const ownerReply = (): object => ({
    hash: image.hash,
    kind: 'image',
    issuedAt: '2026-12-01T00:06:00.000Z',
    envelope: image.envelope,
    claimsVisibility: 'private',
    verifyUrl: `https://signet.example/verify/${image.hash}`,
    ...image.shown,
    seq: signed().predicate.chain.seq,
    subject: signed().subject[0].digest.sha256,
  })

  it('a reply with the opening passes', async () => {
    expect(await readJson(ownerReply())).toMatchObject({ valid: true, checks: { claims: { status: 'pass' } } })
  })

  it.each(['hash', 'kind', 'issuedAt', 'claimsVisibility', 'verifyUrl', 'opening', 'seq', 'subject'])(
    'fails with another %s',
    async (name) => {
      expect(await readJson({ ...ownerReply(), [name]: 'a' })).toMatchObject({ valid: false })
    },
  )
})

describe('readReceiptFile errors', () => {
  it.each([
    ['an empty file', ''],
    ['a list', '[]'],
    ['another object', '{"a":1}'],
    ['a foreign bundle', JSON.stringify({ ...sigstoreBundle({ payload: '', payloadType: '', signatures: [] }) })],
    ['a page', '<!doctype html>'],
    ['a key set', JSON.stringify(jwksOf([keyRecord()]))],
    ['half a ZIP', 'PK\u0003\u0004'.padEnd(40, 'a')],
    ['bytes', '\u00ff\ufffd'],
  ])('rejects %s', (_, text) => {
    expect(() => readReceiptFile(Buffer.from(text, 'latin1'))).toThrow(ReceiptFileError)
  })
})
