#!/usr/bin/env node
// The command-line client of the image service (spec image-service 4.10): this file and the folders imagegen and
// command-line beside it, no dependencies, Node 18.3 or later. Standard output carries results, standard error progress and errors.
import { EXIT, Failure } from './command-line/failure.mjs'
import { run } from './command-line/run.mjs'
import { HELP, readCommand } from './imagegen/command-line.mjs'
import { generate } from './imagegen/generate.mjs'
import { getJob, listJobs } from './imagegen/jobs.mjs'
import { models } from './imagegen/models.mjs'
import { usage } from './imagegen/usage.mjs'

const main = async () => {
  const { values: flags, positionals } = readCommand(process.argv.slice(2))
  const { env } = process
  const [command, ...rest] = positionals
  if (flags.help) return console.log(HELP)
  if (command === undefined) throw new Failure(EXIT.usage, `A command is missing\n${HELP}`)
  if (command === 'generate') return generate(flags, env, rest)
  if (command === 'models') return models(flags, env)
  if (command === 'jobs' && rest[0] === 'list') return listJobs(flags, env)
  if (command === 'jobs' && rest[0] === 'get') return getJob(flags, env, rest[1])
  if (command === 'usage') return usage(flags, env, rest[0])
  throw new Failure(EXIT.usage, `There is no command ${positionals.join(' ')}. See imagegen --help`)
}

run('imagegen', main)
