import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReadingFile, readingSha256, readingSubject, replayInputs, runReading, SPREADS } from '@signet/readings'
import { bodyOf, CHAIN_START, offlineKit, privateClaims, receiptKind, seal, statementOf } from '@signet/receipts'
import { replayFile } from '@signet/replay'
import { commandLine } from '@signet/replay/command-line'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { scaled } from '../../support/scale.ts'
import { ROOT } from '../../support/source-files.ts'
import { card, deckOf } from '../readings/reading-world.ts'
import { bytes, ledgerInput } from '../receipts/examples.ts'
import { keyRecord, RECEIPT_KEY } from '../receipts/golden/golden-receipts.ts'
import { inputsOf, readingFile } from './replay-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-replay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

let file: ReadingFile
beforeAll(async () => {
  file = await readingFile(inputsOf(1))
})

describe('replay', () => {
  it('yields the same bytes for a stored reading and ignores fields outside the subject', async () => {
    const stored = {
      ...file,
      reading: { ...file.reading, hash: 'x', receipt: { hash: 'x' }, oracle: { text: 'prose', method: 'model' } },
    }
    const { code, out } = await run(putFile('reading.json', JSON.stringify(stored)))
    expect([code, out.split('\n')[0]]).toEqual([0, 'the same bytes'])
    const flat = await run(
      putFile('flat.json', JSON.stringify({ ...file.reading, inputs: file.inputs, trace: [] })),
      '--json',
    )
    expect(JSON.parse(flat.out)).toMatchObject({ isSame: true, form: 'reading', differences: [] })
  })

  it('lists each member that differs', async () => {
    const reading = { ...file.reading, seed: 5, facts: { ...file.reading.facts, planted: 'x' } }
    const { code, out } = await run(putFile('changed.json', JSON.stringify({ ...file, reading })), '--json')
    expect(code).toBe(1)
    const { differences } = JSON.parse(out) as { differences: { path: string }[] }
    expect(differences.map(({ path }) => path)).toEqual(['/facts/planted', '/seed'])
    expect((await run(putFile('changed.json', JSON.stringify({ ...file, reading })))).out).toContain('NOT THE SAME')
  })

  it('reads a custom deck from the file', async () => {
    const inputs = { script: 'spread x\ndeck d = own\nposition p "P"\ndraw 1 from d', lenient: true }
    const ownDeck = deckOf([card('a'), card('b')], { name: 'own' })
    const shelf = [{ slug: 'own', deck: ownDeck }]
    const outcome = runReading(inputs, shelf)
    if (!outcome.ok) throw new Error('The outcome is not a reading')
    const stored = { inputs: await replayInputs(inputs, shelf), reading: outcome.reading }
    expect(stored.inputs.decks).toEqual(shelf)
    expect(await replayFile(new TextEncoder().encode(JSON.stringify(stored)))).toMatchObject({ isSame: true })
  })

  it.each([
    ['no file', [], /exactly one file/],
    ['an unknown option', ['x', '--fast'], /replay --help/],
    ['a missing file', ['/nowhere.json'], /ENOENT/],
  ])('exits with 2 for %s', async (_, argv, message) => {
    const { code, err } = await run(...argv)
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })

  it('exits with 2 for other JSON, and for a reading that the engine refuses', async () => {
    expect((await run(putFile('no.json', '{}'))).code).toBe(2)
    expect((await run(putFile('broken.json', '{'))).code).toBe(2)
    const broken = { ...file, inputs: { ...file.inputs, script: 'spred' } }
    expect(await run(putFile('spred.json', JSON.stringify(broken)))).toMatchObject({
      code: 2,
      err: expect.stringContaining('script_invalid'),
    })
  })
})

const READING = receiptKind({
  kind: 'reading',
  version: '2',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'reading',
  claims: z.looseObject({}),
})

const kitOf = async (subject: string, inputs: unknown = file.inputs) => {
  const { issuer, issuedAt, nonce, tenant } = ledgerInput()
  const { ref, opening } = privateClaims(READING, { inputs }, bytes(32, 7))
  const envelope = await seal(
    bodyOf(
      statementOf({
        issuer,
        issuedAt,
        nonce,
        tenant,
        kind: READING,
        claims: ref,
        subject: { sha256: subject },
        chain: { seq: 1, prev: CHAIN_START },
      }),
    ),
    RECEIPT_KEY,
  )
  return offlineKit({ envelope, key: keyRecord(), opening })
}

describe('replay of a receipt', () => {
  it('compares the signed digest', async () => {
    const verdict = await run(putFile('kit.zip', await kitOf(readingSha256(file.reading))), '--json')
    expect(JSON.parse(verdict.out)).toMatchObject({ isSame: true, form: 'receipt', claims: 'pass' })
    const asText = await kitOf(readingSha256(file.reading), JSON.stringify(file.inputs))
    expect((await run(putFile('text.zip', asText))).code).toBe(0)
    expect((await run(putFile('other.zip', await kitOf('0'.repeat(64))))).code).toBe(1)
  })
})

/** Sixty runs combine every spread with every intention, trait, seed and memory of `inputsOf`. */
const COUNT = scaled(60, 1_000)
/** Other versions of Node on this machine. */
const OTHER_NODES = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path))
const ENVIRONMENTS = [
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'C', LC_ALL: 'C' },
]

describe('readings', () => {
  it('yield the same bytes across processes, folders and versions of Node', async () => {
    const bundle = join(folder, 'replay.mjs')
    const source = join(folder, 'child.ts')
    putFile(
      'child.ts',
      `import { readingFile, inputsOf } from '${join(ROOT, 'test/unit/replay/replay-world.ts')}'
       import { readingSubject } from '@signet/readings'
       const start = async () => {
         for (let at = 0; at < ${COUNT}; at++) process.stdout.write(readingSubject((await readingFile(inputsOf(at))).reading) + '\\n')
       }
       void start()`,
    )
    await build({
      absWorkingDir: ROOT,
      entryPoints: [source],
      outfile: bundle,
      bundle: true,
      nodePaths: [join(ROOT, 'node_modules')],
      ...({ format: 'esm', platform: 'node', target: 'node20.9', logLevel: 'silent' } as const),
    })
    const expectedSubjects: string[] = []
    for (let at = 0; at < COUNT; at++) expectedSubjects.push(readingSubject((await readingFile(inputsOf(at))).reading))
    const expected = `${expectedSubjects.join('\n')}\n`
    expect(new Set(expectedSubjects).size).toBeGreaterThan(COUNT / 2)
    const nodes = [process.execPath, ...OTHER_NODES.filter((path) => path !== process.execPath).slice(0, 1)]
    for (const [at, node] of nodes.entries()) {
      const env = { ...ENVIRONMENTS[at % ENVIRONMENTS.length], PATH: process.env.PATH ?? '' }
      const out = execFileSync(node, [bundle], { env, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 })
      expect(out === expected).toBe(true)
    }
    expect(SPREADS.length).toBe(15)
  })
})
