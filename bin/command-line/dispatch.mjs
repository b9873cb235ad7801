import { refuseOtherFlags } from './arguments.mjs'
import { EXIT, Failure } from './failure.mjs'
import { run } from './run.mjs'

/**
 * A program whose first argument names a command, each with flags of its own.
 * @template {{ help?: boolean | undefined }} Flags
 * @typedef {object} Program
 * @property {string} name
 * @property {string} help
 * @property {(argv: string[]) => { values: Flags, positionals: string[] }} read
 * @property {Record<string, { run: (flags: Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>, flags: string[] }>} commands
 */

/**
 * Runs the command that the arguments name. @throws Failure for none, one that there is not, or flags of another
 * @template {{ help?: boolean | undefined }} Flags
 * @param {Program<Flags>} program
 * @param {{ argv: string[], env: NodeJS.ProcessEnv }} process what it was started with
 */
export const runCommands = ({ name, help, read, commands }, { argv, env }) =>
  run(name, async () => {
    const { values: flags, positionals } = read(argv.slice(2))
    const [asked, ...rest] = positionals
    if (flags.help) return console.log(help)
    if (asked === undefined) throw new Failure(EXIT.usage, `A command is missing\n${help}`)
    const command = Object.hasOwn(commands, asked) ? commands[asked] : undefined
    if (!command) throw new Failure(EXIT.usage, `There is no command ${asked}. See ${name} --help`)
    refuseOtherFlags(name, flags, asked, command.flags)
    return command.run(flags, env, rest)
  })
