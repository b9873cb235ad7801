import { readFile } from 'node:fs/promises'
import { COMMON_OPTIONS, commandLineOf, EXIT, printable, start as startProgram } from '@signet/command-line'
import { type ReplayVerdict, replayFile, UnreadableFile } from './index.ts'

const BYTES_MAX = 8 * 1024 * 1024

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

const HELP = `replay FILE [options]

Repeats a reading from its inputs and compares every byte.

  FILE             a stored reading with its inputs, .json, or a receipt with the inputs in
                   its claims or opening, .json or the kit as .zip
  --json           print the verdict as JSON

Runs without network access: script, decks and draws are part of this program. The numbers of
each draw can be recomputed with sha256sum. To verify a receipt, use npx @signet/verify-receipt.
Exit status: 0 the same bytes, 1 other bytes, 2 wrong usage or a file that cannot be read.
`

const bytesOf = async (path: string): Promise<Uint8Array> => {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await readFile(path))
  } catch (error) {
    throw new UnreadableFile(`${path} cannot be read (${(error as { readonly code?: string }).code})`)
  }
  if (bytes.length > BYTES_MAX) throw new UnreadableFile(`${path} has more than ${BYTES_MAX} bytes`)
  return bytes
}

const line = (name: string, text: string): string => `  ${name.padEnd(10)} ${printable(text)}\n`

const shorten = (text = 'nothing'): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const reportOf = ({
  isSame,
  spread,
  engine,
  seed,
  decks,
  recorded,
  repeated,
  differences,
  claims,
}: ReplayVerdict): string =>
  [
    isSame ? 'the same bytes\n\n' : 'NOT THE SAME\n\n',
    line('spread', `${spread}, engine ${engine}, seed ${seed}`),
    ...decks.map(({ name, version, sha256 }) => line('deck', `${name}@${version}, SHA-256 ${sha256}`)),
    line('recorded', recorded),
    line('repeated', repeated),
    claims === null
      ? ''
      : line('claims', claims === 'pass' ? 'match the signed ones' : `do NOT match the signed ones (${claims})`),
    ...differences.map((difference) =>
      line(
        'differs',
        `${difference.path || '/'}: ${shorten(difference.recorded)} was, ${shorten(difference.repeated)} is`,
      ),
    ),
  ].join('')

/** Runs the program. @returns its exit status: 0 the same bytes, 1 other bytes, 2 wrong usage or a file that cannot be read. */
export const commandLine: (argv: readonly string[], terminal: Terminal) => Promise<number> = commandLineOf({
  name: 'replay',
  help: HELP,
  options: COMMON_OPTIONS,
  errorStatus: EXIT.usage,
  run: async ({ flags, words, terminal }) => {
    const [path, ...more] = words
    if (path === undefined || more.length > 0) throw new UnreadableFile('Pass exactly one file. See replay --help')
    const verdict = await replayFile(await bytesOf(path))
    terminal.out(flags.json ? `${JSON.stringify(verdict, null, 2)}\n` : reportOf(verdict))
    return verdict.isSame ? EXIT.ok : EXIT.failed
  },
})

export const start = (): Promise<void> => startProgram(commandLine, process.argv.slice(2))
