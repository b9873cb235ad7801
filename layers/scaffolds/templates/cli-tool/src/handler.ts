import { parseArgs } from 'node:util'
import { type $EntitySummary, printable, summarize$Entities } from './$kebab/summarize-$kebabs.ts'

/** Input and output of the program. Only results go to out, so that the program works in a pipe. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Returns the lines of a file; "-" is standard input. */
  readonly lines: (path: string) => AsyncIterable<string>
}

export const HELP = `Usage: $worker summary FILE [--json] [--strict]

  FILE      lines of JSON with id and amount; - reads standard input
  --json    print the result as JSON
  --strict  exit with 1 if a line is invalid
  --help    print this text

Exit codes: 0 success, 1 invalid lines with --strict or an unreadable file, 2 invalid usage`

const OPTIONS = { json: { type: 'boolean' }, strict: { type: 'boolean' }, help: { type: 'boolean' } } as const

const print = ({ out, err }: Io, summary: $EntitySummary, isJson: boolean): void => {
  for (const { line, reason } of summary.faults) err(`line ${line} ${reason}`)
  out(isJson ? JSON.stringify(summary) : `${summary.count} $nouns, total ${summary.total}, ${summary.lines} lines`)
}

/**
 * Runs a command line.
 * @returns the exit code.
 */
export const run = async (args: readonly string[], io: Io): Promise<number> => {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    io.err(printable(error instanceof Error ? error.message : 'invalid usage'))
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
    print(io, summary, values.json === true)
    return values.strict === true && summary.faults.length > 0 ? 1 : 0
  } catch (error) {
    io.err(printable(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`))
    return 1
  }
}
