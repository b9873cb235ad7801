import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { CommandCall } from './call-values.ts'
import { type CommandName, commandHelpText, commands, isCommandName, overviewText } from './commands.ts'
import { describeFailure } from './failure.ts'
import { type ExitCode, type Outcome, type Terminal, UsageError, writeOutcome } from './terminal.ts'

const commonOptions = {
  json: { type: 'boolean' },
  watch: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parseCall = (name: CommandName, argv: readonly string[]): CommandCall => {
  const { positionals: pathRange } = commands[name]
  const options: ParseArgsOptionsConfig = { ...commonOptions, ...commands[name].options }
  try {
    const call: CommandCall = parseArgs({ args: [...argv], options, allowPositionals: true })
    const [minPaths, maxPaths] = pathRange
    const count = call.positionals.length
    if (call.values.help !== true && (count < minPaths || count > maxPaths)) {
      const allowed = minPaths === maxPaths ? `${minPaths}` : `${minPaths} or ${maxPaths}`
      throw new UsageError(`${name} takes ${allowed} path${maxPaths === 1 ? '' : 's'}, not ${count}`)
    }
    return call
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'the options are invalid')
  }
}

const runCommand = async (name: CommandName, argv: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const call = parseCall(name, argv)
  if (call.values.help === true) {
    terminal.out.write(commandHelpText(name))
    return 0
  }
  if (call.values.watch === true) {
    const { watchAndRun } = await import('./watch.ts')
    return watchAndRun([name, ...argv], call, terminal)
  }
  const run = await commands[name].load()
  const outcome: Outcome = await run(call, terminal)
  writeOutcome(terminal, outcome, { asJson: call.values.json === true })
  return outcome.code
}

/**
 * Runs one call of `signet-contracts` and resolves to its exit code. Never throws: errors are printed on the terminal,
 * as JSON on standard output if the call requests JSON.
 */
export const commandLine = async (argv: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const [name, ...commandArgs] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal[name === undefined ? 'err' : 'out'].write(overviewText())
    return name === undefined ? 1 : 0
  }
  try {
    if (!isCommandName(name)) throw new UsageError(`"${name}" is not a command`)
    return await runCommand(name, commandArgs, terminal)
  } catch (error) {
    const { text, report: errorReport } = describeFailure(error, isCommandName(name) ? name : undefined)
    if (commandArgs.includes('--json')) writeOutcome(terminal, { code: 1, text, report: errorReport }, { asJson: true })
    else terminal.err.write(text)
    return 1
  }
}
