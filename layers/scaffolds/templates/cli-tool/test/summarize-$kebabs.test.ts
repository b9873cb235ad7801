import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MAX_FAULTS, MAX_LINE, printable, summarize$Entities } from '../src/$kebab/summarize-$kebabs.ts'
import { HELP, run } from '../src/handler.ts'

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const runProgram = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, [CLI, ...args], { input, encoding: 'utf8' })

const io = (text: string) => {
  const out: string[] = []
  const err: string[] = []
  async function* lines(path: string) {
    if (path === 'absent\u001b[2J') throw new Error('no such file')
    yield* text.split('\n')
  }
  return {
    out,
    err,
    io: { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), lines },
  }
}

// #case e2e: cli
test('given lines from a pipe, when the program runs, then the result is on standard output, errors are on standard error, and the exit code is set', async () => {
  const good = runProgram(['summary', '-', '--json'], '{"id":"a","amount":2}\n{"id":"b","amount":3}\n')
  assert.deepEqual([good.status, good.stderr], [0, ''])
  assert.deepEqual(JSON.parse(good.stdout), { lines: 2, count: 2, total: 5, faults: [] })
  const bad = runProgram(['summary', '-', '--strict'], 'x\n')
  assert.equal(bad.status, 1)
  assert.match(bad.stderr, /line 1 is not valid JSON/)
  assert.equal(runProgram(['summary', '/nowhere/at/all']).status, 1)
})

// #case integration: usage
test('given invalid usage and a request for help, when the program runs, then it exits with 2 and the usage, or with 0', async () => {
  for (const args of [[], ['other'], ['summary'], ['summary', 'a', 'b'], ['summary', 'a', '--nothing']]) {
    const world = io('')
    assert.equal(await run(args, world.io), 2, args.join(' '))
    assert.deepEqual(world.out, [])
  }
  const world = io('')
  assert.equal(await run(['--help'], world.io), 0)
  assert.deepEqual(world.out, [HELP])
})

// #case unit: cli, lines-wrong
test('given malformed lines, when they are summarized, then each is reported with its number and not counted', async () => {
  const lines = [
    '{"id":"a","amount":1}',
    '',
    '[]',
    'null',
    '{"id":"","amount":1}',
    '{"id":"b","amount":0.5}',
    '{"id":"a","amount":9}',
  ]
  const { count, total, faults } = await summarize$Entities(lines)
  assert.deepEqual([count, total, faults.map(({ line }) => line)], [1, 1, [3, 4, 5, 6, 7]])
})

// #case unit: cli, file-endless
test('given a very long line and a hundred thousand errors, when they are summarized, then memory use stays bounded', async () => {
  const lines = function* () {
    yield 'x'.repeat(MAX_LINE + 1)
    for (let index = 0; index < 100_000; index++) yield 'x'
  }
  const { faults, lines: count } = await summarize$Entities(lines())
  assert.deepEqual([faults.length, count], [MAX_FAULTS, 100_001])
})

// #case integration: usage, terminal-steered
test('given names with escape sequences, when they are printed, then the terminal receives none of them', async () => {
  const world = io('')
  assert.equal(await run(['summary', 'absent\u001b[2J'], world.io), 1)
  assert.ok(!world.err.join().includes('\u001b'))
  assert.equal(printable('a\u001b[31mb\u202ec\n'), 'a?[31mb?c?')
})
