#!/usr/bin/env node
// The command-line client of the runtime: this file and the folders runtime and command-line beside it; no dependencies,
// Node 18.3 or later. Standard output carries results, standard error progress and errors.
import { EXIT, Failure } from './command-line/failure.mjs'
import { run } from './command-line/run.mjs'
import { classify } from './runtime/classify.mjs'
import { HELP, onlyFlags, readCommand } from './runtime/command-line.mjs'
import { grade } from './runtime/grade.mjs'
import { loop } from './runtime/loop.mjs'
import { runSpread, spreads } from './runtime/reading.mjs'
import { replay } from './runtime/replay.mjs'
import { scaffold } from './runtime/scaffold.mjs'

/** @type {Record<string, { run: import('./runtime/command-line.mjs').Command, flags: string[] }>} */
const COMMANDS = {
  run: { run: runSpread, flags: ['intention', 'state', 'seed', 'inscribe', 'lenient', 'check'] },
  spreads: { run: spreads, flags: [] },
  loop: { run: loop, flags: ['spread', 'state', 'seed', 'inscribe', 'output'] },
  classify: { run: classify, flags: [] },
  scaffold: { run: scaffold, flags: ['output', 'name', 'target', 'pattern', 'seed', 'inscribe'] },
  grade: { run: grade, flags: ['kind', 'intention', 'minimum', 'rubric'] },
  replay: { run: replay, flags: [] },
}

const main = async () => {
  const { values: flags, positionals } = readCommand(process.argv.slice(2))
  const [name, ...rest] = positionals
  if (flags.help) return console.log(HELP)
  if (name === undefined) throw new Failure(EXIT.usage, `A command is missing\n${HELP}`)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Failure(EXIT.usage, `There is no command ${name}. See runtime --help`)
  onlyFlags(flags, name, command.flags)
  return command.run(flags, process.env, rest)
}

run('runtime', main)
