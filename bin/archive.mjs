#!/usr/bin/env node
// The command-line client of the archive: this file and the folders archive and command-line beside it; no
// dependencies, Node 18.3 or later. Standard output carries results, standard error progress and errors.
import { ask, search } from './archive/ask.mjs'
import { HELP, readCommand } from './archive/command-line.mjs'
import { remove, status, uploads } from './archive/look.mjs'
import { upload } from './archive/upload.mjs'
import { runCommands } from './command-line/dispatch.mjs'

/** @type {Record<string, { run: (flags: import('./archive/command-line.mjs').Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>, flags: string[] }>} */
const COMMANDS = {
  upload: { run: upload, flags: ['name', 'no-wait', 'anew'] },
  status: { run: status, flags: ['wait'] },
  uploads: { run: uploads, flags: [] },
  delete: { run: remove, flags: [] },
  search: { run: search, flags: ['limit', 'from', 'to', 'vendor'] },
  ask: { run: ask, flags: [] },
}

runCommands({ name: 'archive', help: HELP, read: readCommand, commands: COMMANDS }, process)
