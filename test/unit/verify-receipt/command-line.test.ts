import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwksOf, pemOf, sigstoreBundle } from '@signet/receipts'
import { commandLine } from '@signet/verify-receipt/command-line'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sha256Of } from '../receipts/examples.ts'
import {
  type Golden,
  goldenReceipts,
  keyRecord,
  LOG_KEY,
  LOG_VKEY,
  RECEIPT_KEY,
  WITNESS_VKEY,
} from '../receipts/golden/golden-receipts.ts'
import { renderingsOf, replyOf } from '../receipts/renderings.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllGlobals()
})

const putFile = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const run = async (...argv: readonly string[]) => {
  const output = { out: '', err: '' }
  const code = await commandLine(argv, {
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
  })
  return { code, ...output }
}

let ledger: Golden
let previousReceipt: Golden
let image: Golden
let files: Readonly<Record<string, string>>
beforeAll(async () => {
  const receipts = await goldenReceipts()
  ledger = receipts.find(({ kind }) => kind === 'ledger.statement')!
  image = receipts.find(({ kind }) => kind === 'image')!
  previousReceipt = receipts[receipts.indexOf(ledger) - 1]!
  const rendered = Object.entries(await renderingsOf(ledger))
  files = Object.fromEntries(rendered.map(([name, bytes]) => [name, putFile(name, bytes)]))
})

const key = () => putFile('key.pem', pemOf(RECEIPT_KEY.publicKey))
const otherKey = () => putFile('other.pem', pemOf(LOG_KEY.publicKey))

describe('verify-receipt', () => {
  it.each(['verify.json', 'dsse.json', 'sigstore.json', 'kit.zip'])('reads %s, offline, with a key', async (form) => {
    const { code, out, err } = await run(files[form]!, '--offline', '--key', key())
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^valid\n/)
    expect(out).toContain(ledger.hash)
    expect(out).not.toContain('comes from the file')
  })

  it('reports that the keys come from the kit', async () => {
    const { code, out } = await run(files['kit.zip']!, '--offline')
    expect(code).toBe(0)
    expect(out).toContain(
      'The key comes from the file. Trust it only if https://signet.example publishes the same key.',
    )
  })

  it('exits with 1 for a receipt that is not valid, and prints the reason', async () => {
    const { code, out } = await run(files['kit.zip']!, '--offline', '--key', otherKey())
    expect(code).toBe(1)
    expect(out).toMatch(/^NOT VALID\n/)
    expect(out).toContain('FAIL    The key is not the given key')
    expect(await run(files['dsse.json']!, '--offline')).toMatchObject({ code: 1 })
  })

  it('checks all given evidence', async () => {
    const { code, out } = await run(
      ...[files['kit.zip']!, '--offline', '--json', `--key=${pemOf(RECEIPT_KEY.publicKey)}`, '--log', LOG_VKEY],
      ...['--previous', putFile('before.json', JSON.stringify(previousReceipt.envelope))],
    )
    expect(code).toBe(0)
    const { checks, ...verdict } = JSON.parse(out)
    expect(Object.values<{ status: string }>(checks).map(({ status }) => status)).toEqual(Array(6).fill('pass'))
    expect(verdict).toEqual({
      policy: null,
      valid: true,
      keysFrom: 'reader',
      hash: ledger.hash,
      kind: 'ledger.statement',
      kid: RECEIPT_KEY.kid,
      issuedAt: '2026-12-01T00:09:00.000Z',
      issuer: 'https://signet.example',
      status: null,
      subject: { name: 'postings', sha256: sha256Of('ledger.statement') },
      result: { creditsMicroUsd: 120 },
      log: { origin: 'signet.example/log/2026', index: 9, treeSize: 13, witnesses: [] },
      claims: { month: '2026-11', closingMicroUsd: 12_000_000 },
    })
  })

  it.each([
    ['the file', 'ledger.statement', 0],
    ['another file', 'ledger', 1],
  ])('compares the subject: %s', async (_, text, code) => {
    const subject = putFile('subject', text)
    expect(await run(files['kit.zip']!, '--offline', '--subject', subject)).toMatchObject({ code })
  })

  it('requires a witness, if one is given', async () => {
    const log = putFile('vkeys', `${LOG_VKEY}\n${WITNESS_VKEY}\n`)
    expect(await run(files['kit.zip']!, '--offline', '--log', log)).toMatchObject({ code: 1 })
    const cosignedReply = putFile('seen.json', JSON.stringify(await replyOf({ ...ledger, proof: ledger.witnessed })))
    const { code, out } = await run(cosignedReply, '--offline', '--key', key(), '--log', log)
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('confirmed by witness.example at 2026-12-01'),
    })
  })

  it('reads claims from a separate file', async () => {
    const receipt = putFile('image.json', JSON.stringify(image.envelope))
    const opening = putFile('opening.json', JSON.stringify(image.shown.opening))
    const withOpening = await run(receipt, '--offline', '--key', key(), '--claims', opening)
    expect(withOpening).toMatchObject({ code: 0, out: expect.stringContaining('a lighthouse at dusk') })
    const wrongClaims = putFile('claims.json', '{"prompt":"a lighthouse"}')
    expect(await run(receipt, '--offline', '--key', key(), '--claims', wrongClaims)).toMatchObject({ code: 1 })
  })

  it('reports a withdrawal as stated by the issuer', async () => {
    const status = { state: 'withdrawn', at: '2026-12-05T00:00:00.000Z', reason: 'a', by: image.hash } as const
    const file = putFile('withdrawn.json', JSON.stringify(await replyOf(ledger, status)))
    const { out } = await run(file, '--offline', '--key', key())
    expect(out).toContain('withdrawn 2026-12-05T00:00:00.000Z, as stated by the issuer')
  })

  it('exits with 0 for its help, which lists each option', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    for (const option of ['key', 'log', 'subject', 'claims', 'previous', 'offline', 'json'])
      expect(out).toContain(`--${option}`)
  })
})

describe('verify-receipt errors with exit status 2', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    ['without a file', () => [], /exactly one file or URL/],
    ['with two files', () => ['a', 'b'], /exactly one file or URL/],
    ['with an unknown option', () => ['a', '--trust'], /Unknown option '--trust'.*--help/],
    ['with a missing file', () => [join(folder, 'nowhere')], /nowhere cannot be read \(ENOENT\)/],
    [
      'with a file that is not a receipt',
      () => [putFile('a.json', '{"a":1}'), '--offline'],
      /The file is not a receipt/,
    ],
    [
      'with a malformed key',
      () => [files['kit.zip']!, '--offline', '--key', putFile('a.pem', 'a')],
      /not an Ed25519 public key/,
    ],
    [
      'with a malformed log key',
      () => [files['kit.zip']!, '--offline', '--log', putFile('vkey', 'a')],
      /key of the log is malformed/,
    ],
    [
      'with invalid JSON as claims',
      () => [files['kit.zip']!, '--offline', '--claims', putFile('b', '{')],
      /b is not valid JSON/,
    ],
    ['with a URL and --offline', () => ['https://signet.example/verify/a', '--offline'], /with --offline/],
    ['with an http URL', () => ['http://signet.example/a.json'], /not an https URL/],
  ])('%s', async (_, argv, message) => {
    const { code, out, err } = await run(...argv())
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err).toMatch(/^verify-receipt: .*\n$/)
  })
})

/** Stubs an issuer on the network, by address. */
const stubIssuer = (pages: Readonly<Record<string, string>>): string[] => {
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    requestedUrls.push(url.href)
    const page = pages[url.href]
    return page === undefined ? new Response('', { status: 404 }) : new Response(page)
  })
  return requestedUrls
}

const ISSUER = 'https://signet.example'
const published = () => ({
  [`${ISSUER}/.well-known/jwks.json`]: JSON.stringify(jwksOf([keyRecord()])),
  [`${ISSUER}/.well-known/log-vkey`]: `${LOG_VKEY}\n`,
})

describe('verify-receipt with a network', () => {
  it('reads the reply for a page, and the issuer’s keys', async () => {
    const reply = JSON.stringify(await replyOf(ledger))
    const page = `${ISSUER}/verify/${ledger.hash}`
    const requested = stubIssuer({ ...published(), [`${page}.json`]: reply })
    const { code, out } = await run(`${page}#yourself`)
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('The receipt is in the log') })
    expect(out).not.toContain('comes from the file')
    expect(requested).toEqual([`${page}.json`, ...Object.keys(published())])
  })

  it('requests no keys that it was given', async () => {
    const asked = stubIssuer(published())
    expect(await run(files['sigstore.json']!, '--key', key(), '--log', LOG_VKEY)).toMatchObject({ code: 0 })
    expect(asked).toEqual([])
  })

  it('rejects a kit key that the issuer does not publish', async () => {
    stubIssuer({ ...published(), [`${ISSUER}/.well-known/jwks.json`]: '{"keys":[]}' })
    expect(await run(files['kit.zip']!)).toMatchObject({ code: 1 })
  })

  it('does not fall back to the keys of the kit when the issuer is down', async () => {
    stubIssuer({})
    const { code, err } = await run(files['kit.zip']!)
    expect(code).toBe(2)
    expect(err).toContain('https://signet.example/.well-known/jwks.json cannot be read (status 404)')
  })

  it('stops reading an endless response', async () => {
    let requestCount = 0
    const pull = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
      requestCount += 1
      stream.enqueue(new Uint8Array(1024 * 1024))
    }
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ pull })))
    const { code, err } = await run(`${ISSUER}/verify/${ledger.hash}`)
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('has more than 8388608 bytes') })
    expect(requestCount).toBeLessThan(12)
  })

  it('escapes control characters of a file', async () => {
    const keyIdWithEscape = `${'a'.repeat(63)}\u001b[2J`
    const bundle = sigstoreBundle({
      ...ledger.envelope,
      signatures: [{ keyid: keyIdWithEscape, sig: ledger.envelope.signatures[0]!.sig }],
    })
    const { code, out } = await run(putFile('steering.json', JSON.stringify(bundle)), '--offline')
    expect(code).toBe(1)
    expect(out).toContain('a\\u001b[2J')
    expect(out).not.toContain('\u001b')
  })
})
