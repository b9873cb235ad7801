import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ReplayVerdict, replayFile, UnreadableFile } from './index.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
}

const EXIT = { same: 0, different: 1, unreadable: 2 } as const

const BYTES_MAX = 8 * 1024 * 1024

const HELP = `replay FILE [options]

Does a reading again from its inputs and compares every byte.

  FILE             a stored reading with its inputs, .json, or a receipt whose claims or
                   opening hold them, .json or the .zip of everything
  --json           the verdict as JSON

It asks nobody: script, decks and draws are in this program, and the numbers of each draw
are what sha256sum prints. Whether a receipt is genuine says npx @signet/verify-receipt.
Exit status: 0 the same bytes, 1 other bytes, 2 wrong usage or a file that cannot be read.
`

const OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UnreadableFile(`${(error as Error).message.split('. ')[0]}. See replay --help`)
  }
}

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

/** What a file says may steer a terminal: control characters are shown as what they are. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (sign) =>
    JSON.stringify(sign).slice(1, -1),
  )

const line = (name: string, text: string): string => `  ${name.padEnd(10)} ${printable(text)}\n`

const short = (text = 'nothing'): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const reportOf = ({
  isSame,
  spread,
  engine,
  seed,
  decks,
  recorded,
  again,
  differences,
  claims,
}: ReplayVerdict): string =>
  [
    isSame ? 'the same bytes\n\n' : 'NOT THE SAME\n\n',
    line('spread', `${spread}, engine ${engine}, seed ${seed}`),
    ...decks.map(({ name, version, sha256 }) => line('deck', `${name}@${version}, SHA-256 ${sha256}`)),
    line('recorded', recorded),
    line('again', again),
    claims === null
      ? ''
      : line('claims', claims === 'pass' ? 'those that were signed' : `NOT those that were signed (${claims})`),
    ...differences.map((it) => line('differs', `${it.path || '/'}: ${short(it.recorded)} was, ${short(it.again)} is`)),
  ].join('')

const run = async (argv: readonly string[], { out }: Terminal): Promise<number> => {
  const { values, positionals } = readArguments(argv)
  if (values.help) {
    out(HELP)
    return EXIT.same
  }
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new UnreadableFile('One file is done again. See replay --help')
  const verdict = await replayFile(await bytesOf(path))
  out(values.json ? `${JSON.stringify(verdict, null, 2)}\n` : reportOf(verdict))
  return verdict.isSame ? EXIT.same : EXIT.different
}

/** Runs the program. @returns its exit status: 0 the same bytes, 1 other bytes, 2 wrong usage or a file that cannot be read. */
export const commandLine = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    return await run(argv, terminal)
  } catch (error) {
    terminal.err(`replay: ${error instanceof UnreadableFile ? printable(error.message) : String(error)}\n`)
    return EXIT.unreadable
  }
}
