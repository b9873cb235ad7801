import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { runtimeProgram } from '../../support/runtime-command-line.ts'
import { testStack } from '../../support/test-stack.ts'
import { type ReadingBody, runtimeKey, SCRIPT } from './runtime-world.ts'

let folder = ''
let key = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runtime-'))
  key = await runtimeKey()
})
afterAll(() => rm(folder, { recursive: true }))

const cli = (args: readonly string[], typed = '') =>
  runtimeProgram(args, { url: String(testStack().urls.runtime), key, typed })

const file = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

test('run: a spread as Markdown, with facts of every kind; the same seed gives the same bytes; --json the reading', async () => {
  const args = ['run', 'threat_model', '--intention', 'A webhook for payments', '--seed', '7']
  const facts = ['exposure=public', 'multi_tenant=yes', 'peak=20', 'data_classes=pii, phi']
  const state = facts.flatMap((fact) => ['--state', fact])
  const firstRun = await cli([...args, ...state])
  const secondRun = await cli([...args, ...state])
  expect([firstRun.code, firstRun.err, firstRun.out]).toEqual([
    0,
    '',
    expect.stringMatching(/^# Threats and their tests[\s\S]*## Summary/),
  ])
  expect(secondRun.out).toBe(firstRun.out)
  const { facts: known, seed } = JSON.parse((await cli([...args, ...state, '--json'])).out) as ReadingBody
  const stateFacts = { exposure: 'public', multi_tenant: true, peak: 20, data_classes: ['pii', 'phi'] }
  expect([seed, known]).toEqual([7, expect.objectContaining(stateFacts)])
})

test('run --inscribe issues a receipt, which replay verifies by its hash and from the receipt file', async () => {
  const { out } = await cli(['run', await file('small.script', SCRIPT), '--state', 'public=yes', '--inscribe'])
  const [, hash = ''] = /Receipt ([0-9a-f]{64})/.exec(out) ?? []
  const verified = await cli(['replay', hash])
  expect([verified.code, verified.out]).toEqual([
    0,
    expect.stringMatching(/^valid, a receipt of kind reading\n[\s\S]*replay {5}pass/),
  ])
  const receipt = await call<object>('GET', `/receipt/${hash}`, { key, as: 'getRuntimeReceipt' })
  const path = await file('receipt.json', JSON.stringify(receipt.body))
  const fromFile = await cli(['replay', path])
  expect([fromFile.code, fromFile.out]).toEqual([0, expect.stringContaining('the same bytes')])
  const json = JSON.parse((await cli(['replay', path, '--json'])).out)
  expect(json).toMatchObject({ isSame: true, claims: 'pass' })
  expect((await cli(['replay', await file('none.json', '{}')])).code).toBe(2)
})

test('run --check reports positions of errors; a position with too few cards suggests --lenient; spreads lists them', async () => {
  const invalid = await cli(['run', await file('bad.script', SCRIPT.replace('from threats', 'from threat')), '--check'])
  expect([invalid.code, invalid.err]).toEqual([3, expect.stringMatching(/line 7, column 15: .*did you mean "threats"/)])
  const valid = await cli(['run', join(folder, 'small.script'), '--check'])
  expect(valid.out).toMatch(/^small is valid\. Questions: 1\. Decks: stride-core@/)
  const tooManyCards = await file('many.script', SCRIPT.replace('draw 2', 'draw 12'))
  const short = await cli(['run', tooManyCards, '--state', 'public=yes'])
  expect([short.code, short.err]).toEqual([3, expect.stringContaining('With --lenient')])
  const lenient = await cli(['run', tooManyCards, '--state', 'public=yes', '--lenient'])
  expect([lenient.code, lenient.err]).toEqual([0, expect.stringContaining('entry')])
  expect((await cli(['spreads'])).out).toMatch(/^threat_model +1\.0\.0 +Threats and their tests/)
})

test('classify: pattern, confidence and traits; a vague intention gets an instruction', async () => {
  const { out } = await cli(['classify', 'Receive Stripe webhooks and mark orders as paid'])
  expect(out).toMatch(/^webhook-receiver, confidence high, by words\n[\s\S]*verification +hmac/)
  expect((await cli(['classify', 'Make everything nicer'])).out).toContain('choose with --pattern')
})

test('grade: the kind from the file name, the best next edit first, 1 below the minimum', async () => {
  const path = await file('0001-adr-queue.md', '# Use a queue\n\n## Decision\n\nWe use a queue.\n')
  const { code, out } = await cli(['grade', path, '--minimum', '0.9'])
  expect([code, out]).toEqual([1, expect.stringMatching(/^0\.\d\d as adr: [\s\S]*Best next edit first:\n {2}\+0/)])
  const json = JSON.parse((await cli(['grade', path, '--kind', 'runbook', '--json'])).out)
  expect(json).toMatchObject({ passed: null, rubric: { name: 'rubric-core' } })
  const losses = (json.gaps as { loss: number }[]).map(({ loss }) => loss)
  expect(losses).toEqual(losses.toSorted((a, b) => b - a))
  const rubric = await cli(['grade', path, '--rubric', 'rubric-none'])
  expect([rubric.code, rubric.err]).toEqual([3, expect.stringContaining('404 unknown_deck')])
})

test('exits with 2 for invalid arguments, 3 for errors of the API and 4 without a server, and prints a hint', async () => {
  for (const args of [
    [],
    ['fly'],
    ['spreads', '--seed', '1'],
    ['run', 'threat_model', '--seed', '-1'],
    ['run', './none.script'],
    ['run', 'threat_model', '--state', 'public'],
    ['grade', 'x.md', '--minimum', '2'],
  ])
    expect([args, (await cli(args)).code]).toEqual([args, 2])
  const invalidKey = await cli(['run', 'threat_model', '--key', 'plat_unknown'])
  expect([invalidKey.code, invalidKey.err]).toEqual([3, expect.stringContaining('RUNTIME_API_KEY')])
  const unknown = await cli(['run', 'threat'])
  expect([unknown.code, unknown.err]).toEqual([3, expect.stringContaining('Available spreads: threat_model, ')])
  const unreachable = await cli(['spreads', '--url', 'http://127.0.0.1:9'])
  expect([unreachable.code, unreachable.err]).toEqual([4, expect.stringContaining('npm start')])
  expect((await cli(['--help'])).out).toMatch(/^signet runtime - /)
})

test('the program imports only Node and two layers', async () => {
  const files = globSync(['bin/signet.mjs', 'bin/{command-line,runtime}/*.ts', 'layers/command-line/src/*.ts'])
  const sources = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const imports = sources.flatMap((source) => [...source.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name))
  expect(imports.filter((name) => !/^(?:node:|\.{1,2}\/|@signet\/(?:command-line|http-client)$)/.test(name))).toEqual(
    [],
  )
})
