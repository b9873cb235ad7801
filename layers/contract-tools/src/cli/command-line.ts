import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Call } from './call-values.ts'
import { type CommandName, commandHelp, commands, isCommandName, overview } from './commands.ts'
import { failure } from './failure.ts'
import { type ExitCode, type Outcome, report, type Terminal, UsageError } from './terminal.ts'

const common = {
  json: { type: 'boolean' },
  watch: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const readCall = (name: CommandName, argv: readonly string[]): Call => {
  const { positionals: expected } = commands[name]
  const options: ParseArgsOptionsConfig = { ...common, ...commands[name].options }
  try {
    const call: Call = parseArgs({ args: [...argv], options, allowPositionals: true })
    const [least, most] = expected
    const count = call.positionals.length
    if (call.values.help !== true && (count < least || count > most)) {
      const allowed = least === most ? `${least}` : `${least} or ${most}`
      throw new UsageError(`${name} takes ${allowed} path${most === 1 ? '' : 's'}, not ${count}`)
    }
    return call
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'the options are invalid')
  }
}

const runCommand = async (name: CommandName, argv: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const call = readCall(name, argv)
  if (call.values.help === true) {
    terminal.out.write(commandHelp(name))
    return 0
  }
  if (call.values.watch === true) {
    const { watchAndRun } = await import('./watch.ts')
    return watchAndRun([name, ...argv], call, terminal)
  }
  const run = await commands[name].load()
  const outcome: Outcome = await run(call, terminal)
  report(terminal, outcome, call.values.json === true)
  return outcome.code
}

/**
 * Runs one call of `signet-contracts` and resolves to its exit code. Never throws: errors are printed on the terminal,
 * as JSON on standard output if the call requests JSON.
 */
export const commandLine = async (argv: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal[name === undefined ? 'err' : 'out'].write(overview())
    return name === undefined ? 1 : 0
  }
  try {
    if (!isCommandName(name)) throw new UsageError(`"${name}" is not a command`)
    return await runCommand(name, rest, terminal)
  } catch (error) {
    const { text, report: failed } = failure(error, isCommandName(name) ? name : undefined)
    if (rest.includes('--json')) report(terminal, { code: 1, text, report: failed }, true)
    else terminal.err.write(text)
    return 1
  }
}
