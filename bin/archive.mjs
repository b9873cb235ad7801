#!/usr/bin/env node
// The command-line client of the archive: this file and the folders archive and command-line beside it; no
// dependencies, Node 18.3 or later. Standard output carries results, standard error progress and errors.
import { ask, search } from './archive/ask.mjs'
import { HELP, onlyFlags, readCommand } from './archive/command-line.mjs'
import { remove, status, uploads } from './archive/look.mjs'
import { upload } from './archive/upload.mjs'
import { EXIT, Failure } from './command-line/failure.mjs'
import { run } from './command-line/run.mjs'

/** @type {Record<string, { run: (flags: import('./archive/command-line.mjs').Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>, flags: string[] }>} */
const COMMANDS = {
  upload: { run: upload, flags: ['name', 'no-wait', 'anew'] },
  status: { run: status, flags: ['wait'] },
  uploads: { run: uploads, flags: [] },
  delete: { run: remove, flags: [] },
  search: { run: search, flags: ['limit', 'from', 'to', 'vendor'] },
  ask: { run: ask, flags: [] },
}

const main = async () => {
  const { values: flags, positionals } = readCommand(process.argv.slice(2))
  const [name, ...rest] = positionals
  if (flags.help) return console.log(HELP)
  if (name === undefined) throw new Failure(EXIT.usage, `A command is missing\n${HELP}`)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Failure(EXIT.usage, `There is no command ${name}. See archive --help`)
  onlyFlags(flags, name, command.flags)
  return command.run(flags, process.env, rest)
}

run('archive', main)
