import { createHash } from 'node:crypto'
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  readJwks,
  readLogKeys,
  readReceiptFile,
  signersOf,
  tilePath,
  type VerifyReply,
  verifyReceipt,
} from '@signet/receipts'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newTenant } from '../../support/keys.ts'
import { putLogFile, receiptOfImage, receiptOfMonth, sha256, waitUntilLogged } from '../../support/receipts.ts'
import { testStack } from '../../support/test-stack.ts'

const verify = (receipt: string, headers: Readonly<Record<string, string>> = {}) =>
  call<VerifyReply & { code?: string }>('GET', `/verify/${receipt}`, { headers, as: 'verifyReceiptPage' })
const jwks = () => call('GET', '/.well-known/jwks.json', { as: 'readJwks' })
const logKeys = async () => {
  const { bytes, ...answer } = await call('GET', '/.well-known/log-vkey', { as: 'readLogKeys' })
  return { ...answer, text: String(Buffer.from(bytes)) }
}
const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString()
const browserHeaders = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const newOrg = () => newTenant({ scopes: ['receipts:read', 'receipts:write'], prefix: 'plat_' })

let month: { readonly hash: string; readonly key: string; readonly tenantId: string }
let image: string
let year: string
beforeAll(async () => {
  const org = await newOrg()
  image = (await receiptOfImage(org.tenantId, 'a hive of bees')).hash
  const { hash } = await receiptOfMonth(org.tenantId, '2026-09')
  month = { hash, ...org }
  await waitUntilLogged(hash)
  await waitUntilLogged(image)
  year = (await verify(`${hash}.json`)).body.issuedAt.slice(0, 4)
})

describe('GET /verify/:hash', () => {
  test('verifyReceiptPage returns 200 for .json with the result of every check', async () => {
    const { status, headers, body } = await verify(`${month.hash}.json`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    const passes = Object.fromEntries(Object.entries(body.checks).map(([name, { status }]) => [name, status]))
    expect(passes).toEqual({
      payload: 'pass',
      signature: 'pass',
      key: 'pass',
      chain: 'pass',
      log: 'pass',
      claims: 'pass',
    })
    expect(body).toMatchObject({
      hash: month.hash,
      valid: true,
      kind: 'ledger.statement',
      publicClaims: { month: '2026-09' },
      chain: { seq: 2, position: 'following' },
      status: { state: 'active' },
      issuer: testStack().urls.platform,
    })
    expect((await verify(month.hash, { accept: 'application/json' })).body).toEqual(body)
  })

  test('verifyReceiptPage returns 200 for any origin, cached for five minutes, or for one minute until the receipt is logged', async () => {
    const { headers } = await verify(`${month.hash}.json`, { origin: 'https://buyer.example' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const fresh = await receiptOfMonth((await newOrg()).tenantId, '2026-08')
    const pending = await verify(`${fresh.hash}.json`)
    expect(pending.headers.get('cache-control')).toBe('public, max-age=60')
    expect([pending.body.valid, pending.body.checks.log.status]).toEqual([true, 'pending'])
    const proof = await verify(`${fresh.hash}.tlog-proof`)
    expect([proof.status, proof.body.code]).toEqual([404, 'not_found'])
  })

  test('verifyReceiptPage returns 200 in every format, and each verifies with the published keys', async () => {
    const keys = readJwks((await jwks()).body)
    const logs = readLogKeys((await logKeys()).text)
    for (const formatSuffix of ['.json', '.dsse.json', '.sigstore.json', '.zip']) {
      const { status, bytes } = await verify(`${month.hash}${formatSuffix}`)
      expect([formatSuffix, status]).toEqual([formatSuffix, 200])
      const { evidence } = readReceiptFile(bytes)
      const verdict = await verifyReceipt({ ...evidence, keys, logKeys: logs })
      expect([formatSuffix, verdict.valid, verdict.hash]).toEqual([formatSuffix, true, month.hash])
    }
    const proof = textOf(await verify(`${month.hash}.tlog-proof`))
    const { body } = await verify(`${month.hash}.json`)
    expect(proof).toBe(body.tlogProof)
    expect((await verify(`${month.hash}.zip`)).headers.get('content-disposition')).toContain('receipt-')
    const { payload = '' } = (
      await call<{ payload?: string }>('GET', `/verify/${month.hash}.dsse.json`, { as: 'verifyReceiptPage' })
    ).body
    expect(createHash('sha256').update(Buffer.from(payload, 'base64')).digest('hex')).toBe(month.hash)
  })

  test('verifyReceiptPage returns 200 with a page whose policy allows only its own script', async () => {
    const { headers, ...answer } = await verify(month.hash, browserHeaders)
    const html = textOf(answer)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('vary')).toContain('Accept')
    expect(html).toContain('This receipt is valid')
    expect(html).toContain('id="yourself"')
    const [, program = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? []
    expect(program.length).toBeGreaterThan(1_000)
    const digest = createHash('sha256').update(program).digest('base64')
    const policy = String(headers.get('content-security-policy'))
    expect(policy).toContain(`script-src 'sha256-${digest}'`)
    expect(policy).toContain("default-src 'none'")
    const [, data = ''] = /<script type="application\/json" id="evidence">([\s\S]*?)<\/script>/.exec(html) ?? []
    const pageData = JSON.parse(data) as { evidence: object; keys: []; noteKeys: string[] }
    const noteKeys = pageData.noteKeys.map(parseVerifierKey)
    const verdict = await verifyReceipt({
      ...(pageData.evidence as { envelope: unknown }),
      keys: pageData.keys,
      logKeys: noteKeys.filter(({ type }) => type === 'ed25519'),
      witnessKeys: noteKeys.filter(({ type }) => type === 'cosignature'),
    })
    expect([verdict.valid, verdict.hash]).toEqual([true, month.hash])
  })

  test('verifyReceiptPage returns 304 for a current copy, and 200 after a change', async () => {
    const { hash, key } = { ...month, hash: (await receiptOfMonth(month.tenantId, '2026-07')).hash }
    await waitUntilLogged(hash)
    const first = await verify(`${hash}.json`)
    const etag = String(first.headers.get('etag'))
    expect(etag).toContain(hash)
    expect((await verify(`${hash}.json`, { 'if-none-match': etag })).status).toBe(304)
    expect((await verify(`${hash}.json`, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    const body = { reason: 'It counts a refund twice' }
    await call('POST', `/api/receipts/${hash}/withdraw`, { key, body, as: 'withdrawReceipt' })
    const changed = await verify(`${hash}.json`, { 'if-none-match': etag })
    expect([changed.status, changed.body.valid, changed.body.status]).toMatchObject([
      200,
      true,
      { state: 'withdrawn', ...body },
    ])
    const html = textOf(await verify(hash, browserHeaders))
    expect(html).toContain('This receipt was withdrawn')
    expect(html).toContain('It counts a refund twice')
  })

  test('verifyReceiptPage returns 200 for a private receipt with only its checks, kind and time', async () => {
    const { body, bytes } = await verify(`${image}.json`)
    expect([body.valid, body.kind, body.claimsVisibility]).toEqual([true, 'image', 'private'])
    const hidden = { receiptVersion: null, issuer: null, key: null, chain: null, log: null, tlogProof: null }
    expect(body).toMatchObject({ ...hidden, publicClaims: null, envelope: null })
    expect(Buffer.from(bytes).toString()).not.toMatch(/bees|prompt/)
    const html = textOf(await verify(image, browserHeaders))
    expect(html).toContain('This receipt is valid')
    expect(html).not.toMatch(/bees|"payload":|<script/)
    for (const ending of ['.dsse.json', '.sigstore.json', '.tlog-proof', '.zip'])
      expect((await verify(`${image}${ending}`)).status).toBe(404)
  })

  test('verifyReceiptPage returns 404 for an unknown hash, 400 for a malformed one', async () => {
    for (const ending of ['', '.json', '.zip']) expect((await verify(`${sha256('nothing')}${ending}`)).status).toBe(404)
    for (const wrong of ['abc', month.hash.toUpperCase(), `${month.hash}.xml`, `${month.hash}.json.zip`]) {
      const { status, body } = await verify(wrong)
      expect([wrong, status, body.code]).toEqual([wrong, 400, 'invalid_input'])
    }
  })
})

describe('published keys', () => {
  test('readJwks returns 200 with use and validity of every key; readLogKeys returns 200 with the logs of all years', async () => {
    const answer = await jwks()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    const keys = readJwks(answer.body)
    expect(new Set(keys.map(({ use }) => use))).toEqual(new Set(['receipt', 'log']))
    const { status, text, headers } = await logKeys()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const origin = `${new URL(String(testStack().urls.platform)).host}/log/${year}`
    expect(text.split('\n')[0]?.startsWith(`${origin}+`)).toBe(true)
  })
})

describe('log files', () => {
  const checkpoint = (logYear: string) => call('GET', `/log/${logYear}/checkpoint`, { as: 'readCheckpoint' })

  test('readCheckpoint returns 200 signed by the published key, 404 for a year without a log, 400 for an invalid year', async () => {
    const answer = await checkpoint(year)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=5'])
    const note = parseNote(textOf(answer))
    expect(await signersOf(note, readLogKeys((await logKeys()).text))).toHaveLength(1)
    expect(parseCheckpoint(note.text).size).toBeGreaterThan(1)
    expect((await checkpoint('2019')).status).toBe(404)
    expect((await checkpoint('now')).status).toBe(400)
  })

  test('readTile and readTileOfTwoParts return 200 with tiles of the tree and its entries', async () => {
    const { size } = parseCheckpoint(parseNote(textOf(await checkpoint(year))).text)
    const as = size < 256 ? 'readTileOfTwoParts' : 'readTile'
    const hashes = await call('GET', `/log/${year}/${tilePath({ level: 0, index: 0, width: Math.min(size, 256) })}`, {
      as,
    })
    expect([hashes.status, hashes.bytes.length]).toEqual([200, Math.min(size, 256) * 32])
    expect(hashes.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const suffix = size < 256 ? `000.p/${size}` : '000'
    const entries = await call('GET', `/log/${year}/tile/entries/${suffix}`, { as })
    expect(entries.bytes.length).toBe(Math.min(size, 256) * 34)
    await putLogFile('2001', 'tile/1/000', Buffer.from([0, 255, 10]))
    const full = await call('GET', '/log/2001/tile/1/000', { as: 'readTile' })
    expect([...full.bytes]).toEqual([0, 255, 10])
  })

  test.each([
    ['readTileOfTwoParts', 'x001/067'],
    ['readTileOfThreeParts', 'x001/x234/067'],
    ['readTileOfThreeParts', 'x001/067.p/5'],
    ['readTileOfFourParts', 'x001/x234/067.p/5'],
  ])('%s returns 200 for %s, a tile of a large log', async (as, path) => {
    await putLogFile('2001', `tile/0/${path}`, Buffer.from(path))
    const { status, bytes } = await call('GET', `/log/2001/tile/0/${path}`, { as })
    expect([status, Buffer.from(bytes).toString()]).toEqual([200, path])
  })

  test.each([
    ['readTile', '999'],
    ['readTile', 'no-number'],
    ['readTileOfTwoParts', '999.p/7'],
    ['readTileOfTwoParts', '000.p/256'],
    ['readTileOfThreeParts', 'x009/x999/999'],
    ['readTileOfFourParts', 'x009/x999/999.p/9'],
  ])('%s returns 404 for %s, which is not a tile of the log', async (as, path) => {
    expect((await call('GET', `/log/${year}/tile/0/${path}`, { as })).status).toBe(404)
  })

  test.each([
    ['readTile', '000'],
    ['readTileOfTwoParts', 'x001/000'],
    ['readTileOfThreeParts', 'x001/x000/000'],
    ['readTileOfFourParts', 'x001/x000/000.p/1'],
  ])('%s returns 400 for an invalid level and an invalid year', async (as, path) => {
    expect((await call('GET', `/log/${year}/tile/high/${path}`, { as })).status).toBe(400)
    expect((await call('GET', `/log/20/tile/0/${path}`, { as })).status).toBe(400)
  })
})
