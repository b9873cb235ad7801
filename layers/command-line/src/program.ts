import { COMMON_OPTIONS, type FlagsOf, type Options, readArguments, refuseOtherFlags } from './arguments.ts'
import { EXIT, Failure } from './failure.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Environment variables; default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Folder in which the program was started; default: that of the process. */
  readonly folder?: string
}

export interface Call<O extends Options> {
  readonly flags: FlagsOf<O>
  /** Arguments that are not options, without the name of the command. */
  readonly words: readonly string[]
  readonly terminal: Terminal
}

type Run<O extends Options> = (call: Call<O>) => Promise<number>

export interface Program<O extends Options> {
  readonly name: string
  readonly help: string
  readonly options: O
  /** Exit status after an error that is not a Failure; default: EXIT.failed. */
  readonly errorStatus?: number
  readonly run: Run<O>
}

export interface Command<O extends Options> {
  readonly flags: readonly (keyof O & string)[]
  readonly run: Run<O>
}

/** Commands of a program by name. A name is one word or several: `jobs list`. */
export type Commands<O extends Options> = Readonly<Record<string, Command<O>>>

interface CommandSet<O extends Options> {
  readonly program: string
  readonly help: string
  readonly commands: Commands<O>
  /** Options that every command takes, in addition to COMMON_OPTIONS. */
  readonly commonFlags?: readonly (keyof O & string)[]
}

const unknownCommand = (program: string, names: readonly string[], first: string): Failure => {
  const longer = names.filter((name) => name.startsWith(`${first} `))
  const message = longer.length > 0 ? `The command is ${longer.join(' or ')}` : `The command ${first} does not exist`
  return new Failure(EXIT.usage, `${message}. See ${program} --help`)
}

/**
 * Returns a `run` that passes the call to the command that its first words name.
 * @throws Failure for a missing or unknown command, or an option of another command
 */
export const dispatch =
  <O extends Options>({ program, help, commands, commonFlags = [] }: CommandSet<O>): Run<O> =>
  async ({ flags, words, terminal }) => {
    const [first] = words
    if (first === undefined) throw new Failure(EXIT.usage, `A command is missing\n${help}`)
    const names = Object.keys(commands)
    const name = names.find((each) => each.split(' ').every((word, index) => words[index] === word))
    const command = name === undefined ? undefined : commands[name]
    if (name === undefined || command === undefined) throw unknownCommand(program, names, first)
    const allowed = [...Object.keys(COMMON_OPTIONS), ...commonFlags, ...command.flags]
    refuseOtherFlags(program, flags, { name, flags: allowed })
    return command.run({ flags, words: words.slice(name.split(' ').length), terminal })
  }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export type CommandLine = (argv: readonly string[], terminal: Terminal) => Promise<number>

/** Returns the exit status of `run`. An error is reported as one message after the program's name. */
export const reportingErrors = async (
  program: Pick<Program<Options>, 'name' | 'errorStatus'>,
  { err }: Terminal,
  run: () => Promise<number>,
): Promise<number> => {
  try {
    return await run()
  } catch (error) {
    err(`${program.name}: ${messageOf(error)}\n`)
    return error instanceof Failure ? error.code : (program.errorStatus ?? EXIT.failed)
  }
}

export const commandLineOf =
  <O extends Options & typeof COMMON_OPTIONS>(program: Program<O>): CommandLine =>
  (argv, terminal) =>
    reportingErrors(program, terminal, async () => {
      const { flags, words } = readArguments(program.name, argv, program.options)
      if (!(flags as { readonly help?: boolean }).help) return program.run({ flags, words, terminal })
      terminal.out(program.help)
      return EXIT.ok
    })

export const start = async (
  commandLine: CommandLine,
  argv: readonly string[],
  terminal: Partial<Terminal> = {},
): Promise<void> => {
  // A reader such as `head` may stop early, which is not an error.
  process.stdout.on('error', () => process.exit())
  process.exitCode = await commandLine(argv, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    ...terminal,
  })
}
