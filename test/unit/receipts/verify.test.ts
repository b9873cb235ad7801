import {
  bodyOf,
  type Evidence,
  jwksOf,
  keyVerdict,
  type PublicKeyRecord,
  readJwks,
  readLogKeys,
  seal,
  statementOf,
  verifyReceipt,
} from '@signet/receipts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ledgerInput, MONTH, sha256Of } from './examples.ts'
import {
  type Golden,
  goldenReceipts,
  keyRecord,
  LOG_KEY,
  LOG_VKEY,
  RECEIPT_KEY,
  WITNESS_VKEY,
} from './golden/golden-receipts.ts'

let receipts: readonly Golden[]
let ledger: Golden
beforeAll(async () => {
  receipts = await goldenReceipts()
  ledger = receipts.find(({ kind }) => kind === 'ledger.statement')!
})

const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  envelope: ledger.envelope,
  keys: [keyRecord()],
  ...change,
})
const detailOf = async (check: 'payload' | 'signature' | 'key' | 'chain' | 'log' | 'claims', evidence: Evidence) => {
  const { valid, checks } = await verifyReceipt(evidence)
  return { valid, ...checks[check] }
}

describe('receipt verified with only a key', () => {
  it('passes and reports the skipped checks', async () => {
    const { valid, checks, statement, kid, key, log } = await verifyReceipt(evidence())
    expect(valid).toBe(true)
    expect(statement?.predicate.kind).toBe('ledger.statement')
    expect({ kid, key }).toEqual({ kid: RECEIPT_KEY.kid, key: keyRecord() })
    expect(log).toBeUndefined()
    const statuses = Object.fromEntries(Object.entries(checks).map(([name, { status }]) => [name, status]))
    expect(statuses).toEqual({
      payload: 'pass',
      signature: 'pass',
      key: 'pass',
      chain: 'skipped',
      log: 'skipped',
      claims: 'skipped',
    })
  })

  it('fails with an unknown key', async () => {
    const { valid, checks } = await verifyReceipt(evidence({ keys: [] }))
    expect(valid).toBe(false)
    expect([checks.signature.status, checks.key.status]).toEqual(['skipped', 'fail'])
  })

  it('passes with a pinned key, whose validity is unknown', async () => {
    const pinnedKeys = [RECEIPT_KEY.publicKey]
    const pinned = await detailOf('key', evidence({ keys: [], pinnedKeys }))
    expect(pinned).toMatchObject({ valid: true, detail: expect.stringMatching(/validity period is unknown/) })
    const pinnedAndInSet = await detailOf('key', evidence({ pinnedKeys }))
    expect(pinnedAndInSet).toMatchObject({ valid: true, detail: expect.stringMatching(/was valid when/) })
    const foreignPinned = await detailOf('key', evidence({ pinnedKeys: [LOG_KEY.publicKey] }))
    expect(foreignPinned).toMatchObject({ valid: false, status: 'fail', detail: 'The key is not the given key' })
  })

  it('fails if the key set has another key with this ID', async () => {
    const x = Buffer.from(LOG_KEY.publicKey).toString('base64url')
    expect(await detailOf('key', evidence({ keys: [{ ...keyRecord(), x }] }))).toMatchObject({ valid: false })
  })
})

const NOVEMBER = '2026-11-15T00:00:00.000Z'
const DECEMBER = '2026-12-15T00:00:00.000Z'

describe('the key of a receipt of 1 December', () => {
  it.each<[string, Partial<PublicKeyRecord>, boolean, RegExp]>([
    ['is active', {}, true, /was valid when/],
    ['becomes valid later', { valid_from: DECEMBER }, false, /outside/],
    ['expired before', { valid_until: NOVEMBER }, false, /outside/],
    ['was retired later', { status: 'retired', valid_until: DECEMBER }, true, /retired later/],
    ['was retired before', { status: 'retired', valid_until: NOVEMBER }, false, /outside/],
    ['was retired without an end', { status: 'retired' }, false, /outside/],
    ['was revoked later', { status: 'revoked', revoked_at: DECEMBER }, true, /a witness confirmed/],
    ['was revoked before a cosignature', { status: 'revoked', revoked_at: NOVEMBER }, false, /no witness confirmed/],
    ['was revoked without a time', { status: 'revoked' }, false, /no witness confirmed/],
    ['was revoked, with another status', { revoked_at: NOVEMBER }, false, /no witness confirmed/],
    ['is a log key', { use: 'log' }, false, /not meant for receipts/],
  ])('%s', async (_, change, valid, detail) => {
    const logKeys = readLogKeys(LOG_VKEY)
    const witnessKeys = readLogKeys(WITNESS_VKEY)
    const keys = [{ ...keyRecord(), ...change }]
    const verdict = await detailOf('key', evidence({ keys, proof: ledger.witnessed, logKeys, witnessKeys }))
    expect(verdict).toMatchObject({ valid, detail: expect.stringMatching(detail) })
  })

  it('was revoked and no witness key is given: the receipt is not proven to be older', async () => {
    const keys = [{ ...keyRecord(), status: 'revoked' as const, revoked_at: DECEMBER }]
    const given = evidence({ keys, proof: ledger.witnessed, logKeys: readLogKeys(LOG_VKEY) })
    expect(await detailOf('key', given)).toMatchObject({ valid: false })
    expect(keyVerdict(keys[0]!, '2026-12-01T00:00:00.000Z')).toBe('revoked')
  })
})

describe('published key set', () => {
  it('round-trips', () => {
    const retired = { ...keyRecord(), status: 'retired' as const, valid_until: DECEMBER }
    const keys = [keyRecord(), retired, { ...keyRecord(), status: 'revoked' as const, revoked_at: DECEMBER }]
    expect(readJwks(JSON.parse(JSON.stringify(jwksOf(keys))))).toEqual(keys)
  })

  it.each([
    ['of another type', { kty: 'RSA' }],
    ['for another algorithm', { alg: 'HS256' }],
    ['with another name', { kid: 'other' }],
    ['without a start', { valid_from: 'soon' }],
    ['with an invalid end', { valid_until: 'never' }],
    ['with an unknown status', { status: 'fine' }],
    ['with an unknown purpose', { purpose: 'tokens' }],
  ])('skips a key %s', (_, change) => {
    expect(readJwks({ keys: [{ ...jwksOf([keyRecord()]).keys[0], ...change }, null] })).toEqual([])
  })

  it('returns no keys for any other JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readJwks(value)).toEqual([])
      }),
    )
  })
})

describe('receipt in a chain', () => {
  it('follows only its direct predecessor', async () => {
    const ledgerIndex = receipts.indexOf(ledger)
    const chainAfter = (previous: unknown) => detailOf('chain', evidence({ previous }))
    expect(await chainAfter(receipts[ledgerIndex - 1]!.envelope)).toMatchObject({ valid: true, status: 'pass' })
    expect(await chainAfter(receipts[ledgerIndex - 2]!.envelope)).toMatchObject({ valid: false, status: 'fail' })
    expect(await chainAfter({})).toMatchObject({ valid: false, status: 'fail' })
    expect(await detailOf('chain', evidence({ envelope: receipts[0]!.envelope }))).toMatchObject({ status: 'pass' })
  })

  it('does not follow a receipt of another organization', async () => {
    const foreign = statementOf({ ...ledgerInput(), tenant: 'AAAAAAAAAAAAAAAAAAAAAA' })
    const previous = await seal(bodyOf(foreign), RECEIPT_KEY)
    const chain = JSON.parse(ledger.body).predicate.chain
    const next = await seal(bodyOf(statementOf({ ...ledgerInput(), chain: { ...chain, seq: 2 } })), RECEIPT_KEY)
    expect(await detailOf('chain', evidence({ envelope: next, previous }))).toMatchObject({ status: 'fail' })
  })
})

describe('receipt in the log', () => {
  const logKeys = readLogKeys(LOG_VKEY)
  const witnessKeys = readLogKeys(WITNESS_VKEY)

  it('passes with a proof and a cosignature', async () => {
    const logged = await verifyReceipt(evidence({ proof: ledger.proof, logKeys }))
    expect(logged.checks.log).toMatchObject({ status: 'pass', detail: 'The receipt is in the log' })
    expect(logged.log).toMatchObject({ index: 9, checkpoint: { origin: 'signet.example/log/2026', size: 13 } })
    const witnessed = await verifyReceipt(evidence({ proof: ledger.witnessed, logKeys, witnessKeys }))
    expect(witnessed.checks.log.detail).toMatch(/confirmed by a witness/)
    expect(witnessed.log?.cosignatures).toEqual([{ name: 'witness.example', at: new Date('2026-12-01T01:00:00Z') }])
  })

  it.each<[string, () => Partial<Evidence>, string]>([
    ['pending without a proof', () => ({ proof: 'pending', logKeys }), 'pending'],
    ['proof missing', () => ({ logKeys }), 'skipped'],
    ['log key missing', () => ({ proof: ledger.proof }), 'skipped'],
    ['proof of another receipt', () => ({ proof: receipts[0]!.proof, logKeys }), 'fail'],
    ['malformed proof', () => ({ proof: 'c2sp.org/tlog-proof@v1', logKeys }), 'fail'],
    ['proof of excessive length', () => ({ proof: ledger.proof + 'a'.repeat(200_000), logKeys }), 'fail'],
    ['proof of another log', () => ({ proof: ledger.proof, logKeys: witnessKeys }), 'fail'],
    ['cosignature missing but optional', () => ({ proof: ledger.proof, logKeys, witnessKeys }), 'pass'],
    [
      'cosignature missing but required',
      () => ({ proof: ledger.proof, logKeys, witnessKeys, isWitnessRequired: true }),
      'fail',
    ],
    ['cosignature required without a proof', () => ({ logKeys, witnessKeys, isWitnessRequired: true }), 'fail'],
  ])('%s', async (_, change, status) => {
    expect(await detailOf('log', evidence(change()))).toMatchObject({ status, valid: status !== 'fail' })
  })
})

describe('receipt claims', () => {
  const receiptOfKind = (kind: string) => receipts.find((receipt) => receipt.kind === kind)!
  it.each<[string, string, (golden: Golden) => object, string]>([
    ['public claims', 'ledger.statement', () => ({ publicClaims: MONTH }), 'pass'],
    ['different public claims', 'ledger.statement', () => ({ publicClaims: { ...MONTH, month: '2026-10' } }), 'fail'],
    ['public claims of a private receipt', 'image', () => ({ publicClaims: MONTH }), 'fail'],
    ['public claims with a fraction', 'ledger.statement', () => ({ publicClaims: { a: 0.5 } }), 'fail'],
    ['an opening', 'image', ({ shown }) => shown, 'pass'],
    ['an opening of a public receipt', 'ledger.statement', () => receiptOfKind('image').shown, 'fail'],
    ['a malformed opening', 'image', () => ({ opening: 'open' }), 'fail'],
    ['one claim alone', 'ciso.intake', ({ shown }) => shown, 'pass'],
    [
      'one claim twice',
      'ciso.intake',
      ({ shown }) => ({ disclosures: [shown.disclosures, shown.disclosures].flat() }),
      'fail',
    ],
    ['an empty list of claims', 'ciso.intake', () => ({ disclosures: [] }), 'fail'],
    ['a claim of another receipt', 'image', () => receiptOfKind('ciso.intake').shown, 'fail'],
    ['a valid opening and unrelated public claims', 'image', ({ shown }) => ({ ...shown, publicClaims: {} }), 'fail'],
  ])('%s', async (_, kind, shown, status) => {
    const golden = receiptOfKind(kind)
    const verdict = await verifyReceipt(evidence({ envelope: golden.envelope, ...shown(golden) }))
    expect(verdict.checks.claims.status).toBe(status)
    expect(verdict.valid).toBe(status === 'pass')
  })

  it('lists disclosed claims by name', async () => {
    const intake = receiptOfKind('ciso.intake')
    const { claims } = await verifyReceipt(evidence({ envelope: intake.envelope, ...intake.shown }))
    expect(Object.keys(claims as object)).toHaveLength(1)
    expect({ mfa: 'universal', backups: true, staff: 40 }).toMatchObject(claims as object)
  })
})

describe('the file that a receipt is about', () => {
  it.each([
    ['matches the same file', 'postings', 'pass'],
    ['does not match another file', 'posting', 'fail'],
  ])('%s', async (_, text, status) => {
    const envelope = await seal(bodyOf(statementOf(ledgerInput())), RECEIPT_KEY)
    const { checks, valid } = await verifyReceipt(evidence({ envelope, subject: Buffer.from(text) }))
    expect(checks.subject?.status).toBe(status)
    expect(valid).toBe(status === 'pass')
  })

  it('matches equal JSON in any formatting', async () => {
    const subject = { sha256: sha256Of('{"a":1,"b":[]}') }
    const envelope = await seal(bodyOf(statementOf({ ...ledgerInput(), subject })), RECEIPT_KEY)
    const verifyFile = (text: string) => verifyReceipt(evidence({ envelope, subject: Buffer.from(text) }))
    expect((await verifyFile('{ "b": [], "a": 1 }')).checks.subject?.detail).toMatch(/JSON/)
    expect((await verifyFile('{ "b": [], "a": 2 }')).checks.subject?.status).toBe('fail')
  })
})

describe('input without a receipt', () => {
  it('verifyReceipt returns not valid and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (envelope) => {
        const { valid, checks } = await verifyReceipt(evidence({ envelope }))
        expect([valid, checks.payload.status]).toEqual([false, 'fail'])
      }),
    )
  })

  const signedText = (text: string) => seal(Buffer.from(text), RECEIPT_KEY)
  it.each<[string, (body: string) => string]>([
    ['with a duplicate member', (body) => body.replace('"seq":', '"seq":1,"seq":')],
    ['with white space', (body) => body.replace(':', ': ')],
    ['with a fraction', (body) => body.replace('"seq":10', '"seq":10.5')],
    ['of another type', (body) => body.replace('Statement/v1', 'Statement/v2')],
    ['of a foreign predicate', (body) => body.replace('https://signet.example/pred', 'https://a.example/pred')],
    // The keys would be read from a file that a third party stored at the issuer's host.
    ['for a path fragment', (body) => body.replaceAll('https://signet.example', 'https://signet.example/uploads/1#')],
    ['of two subjects', (body) => body.replace('"subject":[', '"subject":[{"digest":{},"name":"a"},')],
    ['with an invalid time', (body) => body.replace(/"issuedAt":"[^"]*"/, '"issuedAt":"2026-02-30T00:00:00.000Z"')],
    ['with a short nonce', (body) => body.replace(/"nonce":"./, '"nonce":"')],
    ['first in the chain, after another', (body) => body.replace('"seq":10', '"seq":1')],
    [
      'with public and private claims',
      (body) => body.replace('"claims":{', `"claims":{"commitment":"${'a'.repeat(64)}",`),
    ],
    ['with a text for a result', (body) => body.replace('"creditsMicroUsd":120', '"creditsMicroUsd":"120"')],
    ['that is a list', () => '[]'],
    ['that is not UTF-8', () => '\ud800'],
  ])('a signed statement %s is not valid', async (_, change) => {
    const text = change(ledger.body)
    expect(text).not.toBe(ledger.body)
    const verdict = await detailOf('payload', evidence({ envelope: await signedText(text) }))
    expect(verdict).toMatchObject({ valid: false, detail: 'The payload is not a well-formed receipt' })
  })

  it('accepts members of later versions', async () => {
    const laterStatement = JSON.parse(ledger.body)
    const envelope = await seal(
      bodyOf({
        ...laterStatement,
        zone: 'eu',
        predicate: { ...laterStatement.predicate, kind: 'later.kind', sources: [1, { a: 'b' }] },
      }),
      RECEIPT_KEY,
    )
    expect(await detailOf('payload', evidence({ envelope }))).toMatchObject({ valid: true })
  })
})
