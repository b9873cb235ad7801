import { code } from '../../code.ts'

export const rules = code`
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

export const handler = code`
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

export const cli = code`
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

export const head = code`
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

export const page = code`
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
