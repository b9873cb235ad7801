#!/usr/bin/env node
// The command-line client of the runtime: this file and the folders runtime and command-line beside it; no dependencies,
// Node 18.3 or later. Standard output carries results, standard error progress and errors.
import { runCommands } from './command-line/dispatch.mjs'
import { classify } from './runtime/classify.mjs'
import { HELP, readCommand } from './runtime/command-line.mjs'
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

runCommands({ name: 'runtime', help: HELP, read: readCommand, commands: COMMANDS }, process)
