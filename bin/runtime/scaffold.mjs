import { readdir, stat } from 'node:fs/promises'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { argument, seedOf } from './command-line.mjs'
import { say } from './plain.mjs'
import { ANSWERS, apply, ownFiles, pathIn, readAnswers, writeNew } from './project-folder.mjs'

/** @typedef {import('./project-folder.mjs').File} File */

/** What may stand in a folder that a project is put into. */
const HARMLESS = ['.git', '.DS_Store']

/** @param {string} folder */
const refuseOccupied = async (folder) => {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new Failure(EXIT.usage, `--output ${folder} is no folder that can be read (${error.code})`)
  })
  const [odd] = names.filter((name) => !HARMLESS.includes(name))
  if (odd === undefined) return
  throw new Failure(
    EXIT.usage,
    `${folder} holds ${odd} and no .scaffold/answers.json: nothing is overwritten. Give an empty folder with --output`,
  )
}

/** @param {import('./command-line.mjs').Flags} flags @param {NodeJS.ProcessEnv} env @param {string[]} rest @param {string} folder */
const create = async (flags, env, rest, folder) => {
  const intention = argument('scaffold', 'an intention in words', rest)
  await refuseOccupied(folder)
  process.stderr.write('making a project …\n')
  const made = await client(flags, env).call('POST', '/scaffold/codegen', {
    intention,
    workerName: flags.name,
    target: flags.target,
    pattern: flags.pattern,
    seed: seedOf(flags.seed),
    inscribe: flags.inscribe,
  })
  const files = [...made.codegen.files, ...made.skeleton]
  await writeNew(folder, files)
  say(flags, made, () =>
    [
      `${made.codegen.workerName}, a ${made.codegen.pattern}: ${files.length} files in ${folder}`,
      ...files.map(({ path }) => `  ${path}`),
      ...(made.receipt ? [`Receipt ${made.receipt.hash}, ${made.receipt.verifyUrl}`] : []),
      `Next: cd ${folder}, read README.md and docs/threat-model.md, run the tests with node --test`,
    ].join('\n'),
  )
}

/** @param {string} folder @param {File[]} files */
const presentOf = async (folder, files) => {
  const paths = await Promise.all(
    files.map(async ({ path }) => ((await stat(pathIn(folder, path)).catch(() => undefined)) ? path : undefined)),
  )
  return /** @type {string[]} */ (paths.filter((path) => path !== undefined))
}

/** @param {import('./command-line.mjs').Flags} flags @param {NodeJS.ProcessEnv} env @param {string} folder @param {any} answers */
const update = async (flags, env, folder, answers) => {
  process.stderr.write(`${folder} holds a scaffold: bringing it up to date …\n`)
  const runtime = client(flags, env)
  const present = await ownFiles(folder, [ANSWERS, ...Object.keys(answers.files ?? {})])
  /** @param {File[]} files */
  const ask = (files) => runtime.call('POST', '/scaffold/update', { answers, files })
  let answer = await ask(present)
  // A file that is new to the scaffold may be there by another hand: it is merged, too.
  const added = answer.files.filter((/** @type {any} */ { status }) => status === 'added')
  const taken = await presentOf(folder, added)
  if (taken.length > 0) answer = await ask([...present, ...(await ownFiles(folder, taken))])
  const changed = answer.files.filter((/** @type {any} */ { status }) => status !== 'unchanged' && status !== 'kept')
  await apply(folder, changed)
  const conflicts = changed.filter((/** @type {any} */ { status }) => status === 'conflict')
  say(flags, answer, () =>
    [
      changed.length === 0
        ? 'Everything is as new as it can be.'
        : `${changed.length} ${changed.length === 1 ? 'file' : 'files'} changed:`,
      ...changed.map((/** @type {any} */ { path, status }) => `  ${status.padEnd(9)} ${path}`),
      ...(conflicts.length > 0
        ? [`${conflicts.length} with conflicts: look for <<<<<<< ours, and keep what is right of the three versions`]
        : []),
    ].join('\n'),
  )
  if (conflicts.length > 0) process.exitCode = EXIT.failed
}

/** @param {import('./command-line.mjs').Flags} flags @param {string[]} rest @param {any} answers */
const refuseOtherProject = (flags, rest, answers) => {
  const intention = rest.join(' ').trim()
  const odd = ['name', 'target', 'pattern', 'seed', 'inscribe'].find((name) => Object.hasOwn(flags, name))
  if (odd) throw new Failure(EXIT.usage, `--${odd} is for a new scaffold; this folder holds one already`)
  if (intention !== '' && intention !== answers.intention)
    throw new Failure(
      EXIT.usage,
      `The folder holds a scaffold of another intention: ${JSON.stringify(answers.intention)}. Leave the intention out to update it, or give an empty folder`,
    )
}

/** @type {import('./command-line.mjs').Command} */
export const scaffold = async (flags, env, rest) => {
  const folder = flags.output
  if (!folder) throw new Failure(EXIT.usage, 'runtime scaffold needs a folder: --output DIR. See runtime --help')
  const answers = await readAnswers(folder)
  if (answers === undefined) return create(flags, env, rest, folder)
  refuseOtherProject(flags, rest, answers)
  return update(flags, env, folder, answers)
}
