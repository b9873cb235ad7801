import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Part } from '../../design.ts'
import type { Pattern } from '../../pattern.ts'

const rules = code`
/** A $noun in a line of a file. */
export interface $EntityLine {
  readonly id: string
  readonly amount: number
}

export interface Fault {
  readonly line: number
  readonly reason: string
}

export interface $EntitySummary {
  readonly lines: number
  readonly count: number
  readonly total: number
  readonly faults: readonly Fault[]
}

/** Longest line that is read, in characters. */
export const MAX_LINE = 10_000
/** Faults that are kept; the others are counted. */
export const MAX_FAULTS = 100

const readLine = (text: string): $EntityLine | string => {
  if (text.length > MAX_LINE) return 'is longer than ' + MAX_LINE + ' characters'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'is no JSON'
  }
  const { id, amount } = (value ?? {}) as Partial<Record<keyof $EntityLine, unknown>>
  if (typeof id !== 'string' || id === '') return 'has no id'
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return 'has no whole amount'
  return { id, amount }
}

/** What lines of JSON come to: in one pass, without holding them. An id counts once. */
export const summarize$Entities = async (lines: AsyncIterable<string> | Iterable<string>): Promise<$EntitySummary> => {
  const seen = new Set<string>()
  const faults: Fault[] = []
  let [line, total] = [0, 0]
  for await (const text of lines) {
    line += 1
    if (text.trim() === '') continue
    const read = readLine(text)
    const reason = typeof read === 'string' ? read : seen.has(read.id) ? 'repeats an id' : undefined
    if (reason !== undefined && faults.length < MAX_FAULTS) faults.push({ line, reason })
    if (typeof read === 'string' || reason !== undefined) continue
    seen.add(read.id)
    total += read.amount
  }
  return { lines: line, count: seen.size, total, faults }
}

/** Text without what steers a terminal. */
export const printable = (text: string): string => text.replace(/[\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/g, '?')
`

const handler = code`
import { parseArgs } from 'node:util'
import { printable, type $EntitySummary, summarize$Entities } from './$kebab/summarize-$kebabs.ts'

/** What the program reaches. Results go to out, all else to err, so that it works in a pipe. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Lines of a file; "-" is standard input. */
  readonly lines: (path: string) => AsyncIterable<string>
}

export const HELP = \`Usage: $worker summary FILE [--json] [--strict]

  FILE      lines of JSON with id and amount; - reads standard input
  --json    the result as JSON
  --strict  exit 1 when a line is wrong
  --help    this text

Exit codes: 0 done, 1 wrong lines with --strict or an unreadable file, 2 wrong usage\`

const OPTIONS = { json: { type: 'boolean' }, strict: { type: 'boolean' }, help: { type: 'boolean' } } as const

const tell = ({ out, err }: Io, summary: $EntitySummary, isJson: boolean): void => {
  for (const { line, reason } of summary.faults) err('line ' + line + ' ' + reason)
  out(isJson ? JSON.stringify(summary) : summary.count + ' $nouns, ' + summary.total + ' in total, ' + summary.lines + ' lines')
}

/** Runs one command line. @returns the exit code */
export const run = async (args: readonly string[], io: Io): Promise<number> => {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    io.err(printable(error instanceof Error ? error.message : 'wrong usage'))
    return 2
  }
  const { values, positionals } = parsed
  if (values.help === true) {
    io.out(HELP)
    return 0
  }
  const [command, file, ...more] = positionals
  if (command !== 'summary' || file === undefined || more.length > 0) {
    io.err(HELP)
    return 2
  }
  try {
    const summary = await summarize$Entities(io.lines(file))
    tell(io, summary, values.json === true)
    return values.strict === true && summary.faults.length > 0 ? 1 : 0
  } catch (error) {
    io.err(printable(file + ': ' + (error instanceof Error ? error.message : 'cannot be read')))
    return 1
  }
}
`

const cli = code`
#!/usr/bin/env node
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { run } from './handler.ts'

const lines = (path: string): AsyncIterable<string> => {
  const input = path === '-' ? process.stdin : createReadStream(path)
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  input.on('error', (error: Error) => reader.emit('error', error))
  return reader
}

// A reader that leaves early, as head does, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  lines,
})
`

const head = code`
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MAX_FAULTS, MAX_LINE, printable, summarize$Entities } from '../src/$kebab/summarize-$kebabs.ts'
import { HELP, run } from '../src/handler.ts'

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const real = (args: readonly string[], input = '') => spawnSync(process.execPath, [CLI, ...args], { input, encoding: 'utf8' })

const io = (text: string) => {
  const [out, err]: [string[], string[]] = [[], []]
  async function* lines(path: string) {
    if (path === 'absent\\u001b[2J') throw new Error('no such file')
    yield* text.split('\\n')
  }
  return { out, err, io: { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line), lines } }
}
`

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['cli'],
    [
      code`lines through a pipe`,
      code`the program itself runs`,
      code`the result is on standard output, faults beside it, the code says which`,
    ],
    code`
  const good = real(['summary', '-', '--json'], '{"id":"a","amount":2}\\n{"id":"b","amount":3}\\n')
  assert.deepEqual([good.status, good.stderr], [0, ''])
  assert.deepEqual(JSON.parse(good.stdout), { lines: 2, count: 2, total: 5, faults: [] })
  const bad = real(['summary', '-', '--strict'], 'x\\n')
  assert.equal(bad.status, 1)
  assert.match(bad.stderr, /line 1 is no JSON/)
  assert.equal(real(['summary', '/nowhere/at/all']).status, 1)
`,
  ),
  testCase(
    'integration',
    ['usage'],
    [code`wrong usage, and the call for help`, code`it is run`, code`2 with the usage, and 0`],
    code`
  for (const args of [[], ['other'], ['summary'], ['summary', 'a', 'b'], ['summary', 'a', '--nothing']]) {
    const world = io('')
    assert.equal(await run(args, world.io), 2, args.join(' '))
    assert.deepEqual(world.out, [])
  }
  const world = io('')
  assert.equal(await run(['--help'], world.io), 0)
  assert.deepEqual(world.out, [HELP])
`,
  ),
  testCase(
    'unit',
    ['cli', 'lines-wrong'],
    [code`lines of other forms`, code`they are summed`, code`each is named by its number and counts nothing`],
    code`
  const lines = ['{"id":"a","amount":1}', '', '[]', 'null', '{"id":"","amount":1}', '{"id":"b","amount":0.5}', '{"id":"a","amount":9}']
  const { count, total, faults } = await summarize$Entities(lines)
  assert.deepEqual([count, total, faults.map(({ line }) => line)], [1, 1, [3, 4, 5, 6, 7]])
`,
  ),
  testCase(
    'unit',
    ['cli', 'file-endless'],
    [code`a huge line and a hundred thousand faults`, code`they are summed`, code`neither is kept`],
    code`
  const lines = function* () {
    yield 'x'.repeat(MAX_LINE + 1)
    for (let at = 0; at < 100_000; at++) yield 'x'
  }
  const { faults, lines: count } = await summarize$Entities(lines())
  assert.deepEqual([faults.length, count], [MAX_FAULTS, 100_001])
`,
  ),
  testCase(
    'integration',
    ['usage', 'terminal-steered'],
    [code`names that hold escape sequences`, code`they are shown`, code`the terminal sees none of them`],
    code`
  const world = io('')
  assert.equal(await run(['summary', 'absent\\u001b[2J'], world.io), 1)
  assert.ok(!world.err.join().includes('\\u001b'))
  assert.equal(printable('a\\u001b[31mb\\u202ec\\n'), 'a?[31mb?c?')
`,
  ),
]

const page = code`
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'">
<title>$worker</title>
</head>
<body>
<h1>$worker</h1>
<p>Releases stand here with their SHA-256. Node 24 runs them as they are.</p>
</body>
</html>
`

const own = (worker: string): Part => ({
  summary: code`A command line that sums up $nouns from files and pipes.`,
  functions: [],
  site: 'site',
  files: [
    { path: 'src/$kebab/summarize-$kebabs.ts', content: rules },
    { path: 'src/handler.ts', content: handler.replaceAll('$worker', worker) as typeof handler },
    { path: 'src/cli.ts', content: cli },
    { path: 'site/index.html', content: page.replaceAll('$worker', worker) as typeof page },
  ],
  interfaces: [
    {
      kind: 'cli',
      path: code`summary FILE`,
      input: code`Lines of JSON {id, amount}`,
      output: code`Count and total; faults by line; exit code`,
      auth: code`Who runs it`,
    },
  ],
  requirements: [
    { key: 'cli', text: code`Every line counts once or is named, in one pass over files of any size`, priority: 'P1' },
    {
      key: 'usage',
      text: code`Results, messages and exit codes are those of a good citizen of a pipe`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('file', code`File to program`, {
      S: code`The program acts for who runs it, with that person's rights`,
      T: [
        threat(
          'lines-wrong',
          code`Who wrote the file`,
          code`writes lines of other forms, or one id twice`,
          code`The sum is wrong and nobody notices`,
          [4, 3],
          code`Each line is read strictly; what is none is named by its number`,
        ),
      ],
      R: code`The program changes nothing`,
      I: [
        threat(
          'terminal-steered',
          code`Who named a file`,
          code`puts sequences into its name that steer the terminal`,
          code`What is shown is not what is there`,
          [2, 4],
          code`Control characters are shown as ?; contents of lines are never shown`,
        ),
      ],
      D: [
        threat(
          'file-endless',
          code`Who wrote the file`,
          code`writes one endless line, or faults without end`,
          code`Memory is used up`,
          [3, 2],
          code`Lines and faults that are kept are bounded; nothing else is held but ids`,
        ),
      ],
      E: code`It writes no file, starts no program and asks no network`,
    }),
  ],
  suites: [{ path: 'test/summarize-$kebabs.test.ts', head, cases }],
  decisions: [
    {
      title: code`One pass, no dependencies`,
      context: code`Files are of any size, and people run the program in pipes and scripts.`,
      drivers: [code`A gigabyte needs no more memory than a kilobyte, but for ids`, code`It runs where Node is`],
      options: [
        option(
          code`Lines of JSON in one pass, arguments by node:util`,
          code`it starts at once and breaks with nothing`,
          code`help is written by hand`,
        ),
        option(code`A framework of commands`, code`help and completion`, code`dependencies for one command`),
        option(code`A compiled program`, code`no Node is needed`, code`a build for each platform`),
      ],
      because: code`it has one command.`,
      good: [code`tests run the program itself`],
      bad: [code`ids of very large files fill memory; then sort first and compare neighbours`],
      confirmation: code`test/summarize-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files of who runs it`],
  actors: [code`Who runs it`, code`Who wrote the files`],
  flows: [code`File or pipe to program`, code`Site to people: releases over HTTPS`],
  constraints: [code`Exit codes 0, 1 and 2 mean what the help says`],
})

export const cliTool: Pattern = {
  version: '1.0.0',
  title: 'Command-line tool',
  traits: {
    ...{ trigger: 'cli', route_shape: 'none', verification: 'none', dispatch: 'sync', store: 'none' },
    ...{ exposure: 'internal', multi_tenant: 'no', has_ui: 'no', uses_model: 'no', latency: 'interactive' },
  },
  parts: ({ worker }) => [own(worker)],
}
