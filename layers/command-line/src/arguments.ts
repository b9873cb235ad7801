import { type ParseArgsConfig, parseArgs } from 'node:util'
import { EXIT, Failure } from './failure.ts'

export type Options = NonNullable<ParseArgsConfig['options']>

export const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export type FlagsOf<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>['values']

interface Arguments<O extends Options> {
  readonly flags: FlagsOf<O>
  readonly words: readonly string[]
}

/** Reads the arguments that follow the name of a program. @throws Failure for an option that the program does not have */
export const readArguments = <O extends Options>(
  program: string,
  argv: readonly string[],
  options: O,
): Arguments<O> => {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    return { flags: values, words: positionals }
  } catch (error) {
    throw new Failure(EXIT.usage, `${(error as Error).message.split('. ')[0]}. See ${program} --help`)
  }
}

/** Refuses options of other commands, which would have no effect. @throws Failure */
export const refuseOtherFlags = (
  program: string,
  flags: object,
  command: { readonly name: string; readonly flags: readonly string[] },
): void => {
  const other = Object.keys(flags).find((name) => !command.flags.includes(name))
  if (other) throw new Failure(EXIT.usage, `--${other} is not a flag of ${command.name}. See ${program} --help`)
}

/** Joins the words after a command into its only argument. @throws Failure if there are no words */
export const requireArgument = (command: string, what: string, words: readonly string[]): string => {
  const text = words.join(' ').trim()
  if (text === '')
    throw new Failure(EXIT.usage, `${command} requires ${what}. See ${command.split(' ').slice(0, 2).join(' ')} --help`)
  return text
}
