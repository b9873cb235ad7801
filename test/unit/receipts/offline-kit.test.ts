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
import { type Golden, goldenReceipts, keyRecord, LOG_KEY, LOG_VKEY, WITNESS_VKEY } from './golden/golden-receipts.ts'
import { kitOf } from './renderings.ts'

let ledger: Golden
let image: Golden
let intake: Golden
beforeAll(async () => {
  const receipts = await goldenReceipts()
  const receiptOfKind = (kind: string) => receipts.find((receipt) => receipt.kind === kind)!
  ledger = receiptOfKind('ledger.statement')
  image = receiptOfKind('image')
  intake = receiptOfKind('ciso.intake')
})

const verdictOf = async (bytes: Uint8Array): Promise<FileVerdict> =>
  verifyFile(readReceiptFile(bytes), { keys: [keyRecord()], logKeys: readLogKeys(LOG_VKEY) })

describe('kit signed by a revoked key', () => {
  const revoked = () => [{ ...keyRecord(), status: 'revoked' as const, revoked_at: '2026-12-02T00:00:00.000Z' }]
  const witnessed = () => readReceiptFile(kitOf({ ...ledger, proof: ledger.witnessed! }, [LOG_VKEY, WITNESS_VKEY]))

  it("a reader with the issuer's keys ignores a witness that only the kit names", async () => {
    const verdict = await verifyFile(witnessed(), { keys: revoked() })
    expect(verdict).toMatchObject({ valid: false, keysFrom: 'reader' })
    expect(verdict.checks.log).toEqual({ status: 'skipped', detail: 'No log key was given' })
    expect(verdict.checks.key.detail).toMatch(/no witness confirmed/)
  })

  it('a reader who also has the witness key accepts a receipt that the witness saw before the revocation', async () => {
    const logKeys = readLogKeys(`${LOG_VKEY}\n${WITNESS_VKEY}`)
    expect(await verifyFile(witnessed(), { keys: revoked(), logKeys })).toMatchObject({ valid: true })
  })
})

describe('offline kit', () => {
  const unpackKit = (kit: Uint8Array, run: (folder: string) => void): void => {
    const folder = mkdtempSync(join(tmpdir(), 'signet-kit-'))
    try {
      writeFileSync(join(folder, 'receipt.zip'), kit)
      execFileSync('unzip', ['-q', 'receipt.zip'], { cwd: folder })
      run(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('passes the integrity test of unzip', () => {
    unpackKit(kitOf(ledger), (folder) => {
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

  /** Returns the commands of a README section, as a reader would paste them. */
  const commandsOf = (readme: string, title: string): string => {
    const lines = readme.slice(readme.indexOf(`\n${title}\n`)).split('\n')
    const first = lines.findIndex((line) => line.startsWith('    '))
    const endLine = lines.findIndex((line, at) => at > first && !line.startsWith('    '))
    return lines.slice(first, endLine).join('\n')
  }

  it('verifies with openssl and jq by the commands in its README', () => {
    unpackKit(kitOf(ledger), (folder) => {
      const readme = readFileSync(join(folder, KIT_FILES.readme), 'utf8')
      const output = bash(commandsOf(readme, 'Check with openssl and jq'), folder)
      expect(output).toContain(ledger.hash)
      expect(output).toContain('Signature Verified Successfully')
      const [claims = '', sum = ''] = bash(commandsOf(readme, 'Claims'), folder).split('\n')
      expect(sum.startsWith(claims)).toBe(true)
      expect(claims).toHaveLength(64)
      const leaf = bash(commandsOf(readme, 'Log'), folder)
      expect(leaf).toContain(toHex(blind('leaf', ledger.hash)))
      writeFileSync(join(folder, 'body'), readFileSync(join(folder, 'body'), 'utf8').replace('"seq":10', '"seq":11'))
      // Without the first two commands, which would write the body again.
      const lastCommands = OPENSSL_COMMANDS.split('\n').slice(2).join('\n')
      expect(() => bash(lastCommands, folder)).toThrow()
    })
  })

  it("compares its key with the issuer's key set by the commands in its README", () => {
    unpackKit(kitOf(ledger), (folder) => {
      const readme = readFileSync(join(folder, KIT_FILES.readme), 'utf8')
      const [keyCommand = '', keySetCommand = ''] = commandsOf(readme, 'Issuer key').split('\n')
      expect(bash(keyCommand, folder).trim()).toBe(keyRecord().x)
      const curlCommand = 'curl -s https://signet.example/.well-known/jwks.json'
      expect(keySetCommand.trim().startsWith(curlCommand)).toBe(true)
      expect(bash(keySetCommand.replace(curlCommand, 'cat keys.json'), folder).trim()).toBe(
        `${keyRecord().x} ${keyRecord().kid} active`,
      )
    })
  })

  it('proves private claims with openssl and jq by the commands in its README', () => {
    unpackKit(kitOf(image), (folder) => {
      const readme = readFileSync(join(folder, KIT_FILES.readme), 'utf8')
      bash(commandsOf(readme, 'Check with openssl and jq'), folder)
      const [commitment = '', mac = ''] = bash(commandsOf(readme, 'Claims'), folder).split('\n')
      expect(commitment).toHaveLength(64)
      expect(mac.endsWith(commitment)).toBe(true)
    })
  })

  it.each([
    ['a different key for openssl', KIT_FILES.key, pemOf(LOG_KEY.publicKey)],
    [
      'a different receipt for Sigstore',
      KIT_FILES.bundle,
      JSON.stringify(sigstoreBundle({ payload: '', payloadType: '', signatures: [] })),
    ],
    ['a missing key', KIT_FILES.key, ''],
    ['malformed log keys', KIT_FILES.logKeys, 'signet.example'],
    ['invalid JSON as claims', KIT_FILES.claims, '{'],
    ['an endless receipt', KIT_FILES.envelope, `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['claims that are not UTF-8', KIT_FILES.claims, Uint8Array.of(0xff)],
  ])('rejects %s', async (_, name, content) => {
    const files = unzip(kitOf(ledger))!
    const repacked = zipOf({ ...files, [name]: Buffer.from(content) })
    await expect(verdictOf(zipOf(files))).resolves.toMatchObject({ valid: true })
    await expect(verdictOf(repacked)).rejects.toThrow(ReceiptFileError)
  })

  it('claims of another receipt make it invalid', async () => {
    const files = unzip(kitOf(ledger))!
    const repacked = zipOf({ ...files, [KIT_FILES.claims]: Buffer.from('{}') })
    expect(await verdictOf(repacked)).toMatchObject({ valid: false, checks: { claims: { status: 'fail' } } })
  })

  it('proves private claims only if it contains the opening or disclosures', async () => {
    expect(await verdictOf(kitOf(image))).toMatchObject({ valid: true, checks: { claims: { status: 'pass' } } })
    expect(await verdictOf(kitOf(intake))).toMatchObject({
      checks: { claims: { detail: expect.stringMatching(/Each disclosed claim/) } },
    })
    expect(await verdictOf(kitOf({ ...image, shown: {} }))).toMatchObject({ checks: { claims: { status: 'skipped' } } })
  })
})
