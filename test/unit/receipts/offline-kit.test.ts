import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  blind,
  type FileVerdict,
  KIT_FILES,
  OPENSSL_COMMANDS,
  pemOf,
  ReceiptFileError,
  readLogKeys,
  readReceiptFile,
  sigstoreBundle,
  toHex,
  verifyFile,
} from '@signet/receipts'
import { beforeAll, describe, expect, it } from 'vitest'
import { unzip, zipOf } from '../../../layers/receipts/src/renderings/zip.ts'
import { type Golden, goldenReceipts, LOG_KEY, LOG_VKEY, record, WITNESS_VKEY } from './golden/golden-receipts.ts'
import { kitOf } from './renderings.ts'

let ledger: Golden
let image: Golden
let intake: Golden
beforeAll(async () => {
  const receipts = await goldenReceipts()
  const of = (kind: string) => receipts.find((receipt) => receipt.kind === kind)!
  ledger = of('ledger.statement')
  image = of('image')
  intake = of('ciso.intake')
})

const read = async (bytes: Uint8Array): Promise<FileVerdict> =>
  verifyFile(readReceiptFile(bytes), { keys: [record()], logKeys: readLogKeys(LOG_VKEY) })

describe('a kit and a revoked key', () => {
  const revoked = () => [{ ...record(), status: 'revoked' as const, revoked_at: '2026-12-02T00:00:00.000Z' }]
  const witnessed = () => readReceiptFile(kitOf({ ...ledger, proof: ledger.witnessed! }, [LOG_VKEY, WITNESS_VKEY]))

  it('who knows the keys believes no witness that the kit alone names', async () => {
    const verdict = await verifyFile(witnessed(), { keys: revoked() })
    expect(verdict).toMatchObject({ valid: false, keysFrom: 'reader' })
    expect(verdict.checks.log).toEqual({ status: 'skipped', detail: 'No key of the log was given' })
    expect(verdict.checks.key.detail).toMatch(/no witness saw/)
  })

  it('who knows the witness, too, takes what it saw before', async () => {
    const logKeys = readLogKeys(`${LOG_VKEY}\n${WITNESS_VKEY}`)
    expect(await verifyFile(witnessed(), { keys: revoked(), logKeys })).toMatchObject({ valid: true })
  })
})

describe('the kit', () => {
  const unpacked = (kit: Uint8Array, run: (folder: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-kit-'))
    try {
      writeFileSync(join(folder, 'receipt.zip'), kit)
      execFileSync('unzip', ['-q', 'receipt.zip'], { cwd: folder })
      run(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('is read by the tool that everybody has, which finds nothing wrong', () => {
    unpacked(kitOf(ledger), (folder) => {
      const list = execFileSync('unzip', ['-t', 'receipt.zip'], { cwd: folder, encoding: 'utf8' })
      expect(list).toContain('No errors detected')
      for (const name of ['readme', 'envelope', 'bundle', 'claims', 'key', 'keys', 'proof', 'logKeys'] as const)
        expect(list).toContain(KIT_FILES[name])
    })
  })

  const bash = (commands: string, cwd: string): string =>
    execFileSync('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  /** The commands of a section of the README, as a reader pastes them. */
  const commandsOf = (readme: string, title: string): string => {
    const lines = readme.slice(readme.indexOf(`\n${title}\n`)).split('\n')
    const first = lines.findIndex((line) => line.startsWith('    '))
    const end = lines.findIndex((line, at) => at > first && !line.startsWith('    '))
    return lines.slice(first, end).join('\n')
  }

  it('is checked by openssl and jq alone, as its README says', () => {
    unpacked(kitOf(ledger), (folder) => {
      const readme = readFileSync(join(folder, KIT_FILES.readme), 'utf8')
      const said = bash(commandsOf(readme, 'Check with openssl and jq'), folder)
      expect(said).toContain(ledger.hash)
      expect(said).toContain('Signature Verified Successfully')
      const [claims = '', sum = ''] = bash(commandsOf(readme, 'Claims'), folder).split('\n')
      expect(sum.startsWith(claims)).toBe(true)
      expect(claims).toHaveLength(64)
      const leaf = bash(commandsOf(readme, 'Log'), folder)
      expect(leaf).toContain(toHex(blind('leaf', ledger.hash)))
      writeFileSync(join(folder, 'body'), readFileSync(join(folder, 'body'), 'utf8').replace('"seq":10', '"seq":11'))
      const after = OPENSSL_COMMANDS.split('\n').slice(2).join('\n')
      expect(() => bash(after, folder)).toThrow()
    })
  })

  it('says of its key what the key set of the issuer says of it', () => {
    unpacked(kitOf(ledger), (folder) => {
      const readme = readFileSync(join(folder, KIT_FILES.readme), 'utf8')
      const [ofKey = '', ofSet = ''] = commandsOf(readme, 'Issuer key').split('\n')
      expect(bash(ofKey, folder).trim()).toBe(record().x)
      const ask = 'curl -s https://signet.example/.well-known/jwks.json'
      expect(ofSet.trim().startsWith(ask)).toBe(true)
      expect(bash(ofSet.replace(ask, 'cat keys.json'), folder).trim()).toBe(`${record().x} ${record().kid} active`)
    })
  })

  it('of a private receipt is opened by openssl and jq alone', () => {
    unpacked(kitOf(image), (folder) => {
      const readme = readFileSync(join(folder, KIT_FILES.readme), 'utf8')
      bash(commandsOf(readme, 'Check with openssl and jq'), folder)
      const [commitment = '', mac = ''] = bash(commandsOf(readme, 'Claims'), folder).split('\n')
      expect(commitment).toHaveLength(64)
      expect(mac.endsWith(commitment)).toBe(true)
    })
  })

  it.each([
    ['another key for openssl', KIT_FILES.key, pemOf(LOG_KEY.publicKey)],
    [
      'another receipt for Sigstore',
      KIT_FILES.bundle,
      JSON.stringify(sigstoreBundle({ payload: '', payloadType: '', signatures: [] })),
    ],
    ['no key', KIT_FILES.key, ''],
    ['keys of the log that are none', KIT_FILES.logKeys, 'signet.example'],
    ['claims that are no JSON', KIT_FILES.claims, '{'],
    ['a receipt that has no end', KIT_FILES.envelope, `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['claims that are no text', KIT_FILES.claims, Uint8Array.of(0xff)],
  ])('with %s is refused', async (_, name, content) => {
    const files = unzip(kitOf(ledger))!
    const repacked = zipOf({ ...files, [name]: Buffer.from(content) })
    await expect(read(zipOf(files))).resolves.toMatchObject({ valid: true })
    await expect(read(repacked)).rejects.toThrow(ReceiptFileError)
  })

  it('with the claims of another receipt is not valid', async () => {
    const files = unzip(kitOf(ledger))!
    const repacked = zipOf({ ...files, [KIT_FILES.claims]: Buffer.from('{}') })
    expect(await read(repacked)).toMatchObject({ valid: false, checks: { claims: { status: 'fail' } } })
  })

  it('of a private receipt has its opening, and without it tells that claims were not shown', async () => {
    expect(await read(kitOf(image))).toMatchObject({ valid: true, checks: { claims: { status: 'pass' } } })
    expect(await read(kitOf(intake))).toMatchObject({
      checks: { claims: { detail: expect.stringMatching(/Each claim/) } },
    })
    expect(await read(kitOf({ ...image, shown: {} }))).toMatchObject({ checks: { claims: { status: 'skipped' } } })
  })
})
