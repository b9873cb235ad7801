import { readdir, stat } from 'node:fs/promises'
import { EXIT, Failure, requireArgument } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type RuntimeCall, runtimeService, seedOf } from './client.ts'
import {
  ANSWERS,
  applyMerge,
  type MergedFile,
  type ProjectFile,
  pathIn,
  readAnswers,
  readFiles,
  type ScaffoldAnswers,
  writeNew,
} from './project-folder.ts'

const IGNORED_NAMES = ['.git', '.DS_Store']

const refuseNonEmpty = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw new Failure(EXIT.usage, `The --output folder ${folder} cannot be read (${error.code})`)
  })
  const first = names.find((name) => !IGNORED_NAMES.includes(name))
  if (first === undefined) return
  throw new Failure(
    EXIT.usage,
    `${folder} contains ${first} but no ${ANSWERS}, so nothing was written. Pass an empty folder with --output`,
  )
}

interface NewProject {
  readonly codegen: {
    readonly workerName: string
    readonly pattern: string
    readonly files: readonly ProjectFile[]
  }
  readonly skeleton: readonly ProjectFile[]
  readonly receipt?: { readonly hash: string; readonly verifyUrl: string } | null
}

const newProjectText = ({ codegen, receipt }: NewProject, files: readonly ProjectFile[], folder: string): string =>
  [
    `${codegen.workerName}, a ${codegen.pattern}: ${files.length} files in ${folder}`,
    ...files.map(({ path }) => `  ${path}`),
    ...(receipt ? [`Receipt ${receipt.hash}, ${receipt.verifyUrl}`] : []),
    `Next: cd ${folder}, read README.md and docs/threat-model.md, run the tests with node --test`,
  ].join('\n')

const create = async (call: RuntimeCall, folder: string): Promise<number> => {
  const { flags, words, terminal } = call
  const intention = requireArgument('signet runtime scaffold', 'an intention in words', words)
  await refuseNonEmpty(folder)
  terminal.err('Creating a project …\n')
  const project = await runtimeService(call).call<NewProject>('POST', '/scaffold/codegen', {
    intention,
    workerName: flags.name,
    target: flags.target,
    pattern: flags.pattern,
    seed: seedOf(flags.seed),
    inscribe: flags.inscribe,
  })
  const files = [...project.codegen.files, ...project.skeleton]
  await writeNew(folder, files)
  return printReply(call, project, () => newProjectText(project, files, folder))
}

const existingPaths = async (folder: string, files: readonly ProjectFile[]): Promise<readonly string[]> => {
  const paths = await Promise.all(
    files.map(async ({ path }) => ((await stat(pathIn(folder, path)).catch(() => undefined)) ? path : undefined)),
  )
  return paths.filter((path) => path !== undefined)
}

const updateText = (changed: readonly MergedFile[], conflicts: number): string =>
  [
    changed.length === 0
      ? 'Everything is up to date.'
      : `${changed.length} ${changed.length === 1 ? 'file' : 'files'} changed:`,
    ...changed.map(({ path, status }) => `  ${status.padEnd(9)} ${path}`),
    ...(conflicts > 0
      ? [`${conflicts} with conflicts: search for <<<<<<< ours, and choose one of the three versions`]
      : []),
  ].join('\n')

/** Updates a scaffold and returns 1 if there are conflicts. */
const update = async (call: RuntimeCall, folder: string, answers: ScaffoldAnswers): Promise<number> => {
  call.terminal.err(`Updating the scaffold in ${folder} …\n`)
  const runtime = runtimeService(call)
  const requestUpdate = (files: readonly ProjectFile[]) =>
    runtime.call<{ readonly files: readonly MergedFile[] }>('POST', '/scaffold/update', { answers, files })
  const currentFiles = await readFiles(folder, [ANSWERS, ...Object.keys(answers.files ?? {})])
  let reply = await requestUpdate(currentFiles)
  // A file that is new in the scaffold may already exist in the folder: it is merged as well.
  const added = reply.files.filter(({ status }) => status === 'added')
  const existing = await existingPaths(folder, added)
  if (existing.length > 0) reply = await requestUpdate([...currentFiles, ...(await readFiles(folder, existing))])
  const changed = reply.files.filter(({ status }) => status !== 'unchanged' && status !== 'kept')
  await applyMerge(folder, changed)
  const conflicts = changed.filter(({ status }) => status === 'conflict').length
  printReply(call, reply, () => updateText(changed, conflicts))
  return conflicts > 0 ? EXIT.failed : EXIT.ok
}

const refuseOtherProject = ({ flags, words }: RuntimeCall, answers: ScaffoldAnswers): void => {
  const intention = words.join(' ').trim()
  const other = ['name', 'target', 'pattern', 'seed', 'inscribe'].find((name) => Object.hasOwn(flags, name))
  if (other) throw new Failure(EXIT.usage, `--${other} is for a new scaffold, but this folder already contains one`)
  if (intention !== '' && intention !== answers.intention)
    throw new Failure(
      EXIT.usage,
      `The folder contains a scaffold of another intention: ${JSON.stringify(answers.intention)}. Omit the intention to update it, or pass an empty folder`,
    )
}

export const scaffold = async (call: RuntimeCall): Promise<number> => {
  const folder = call.flags.output
  if (!folder) {
    throw new Failure(EXIT.usage, 'signet runtime scaffold requires a folder: --output DIR. See signet runtime --help')
  }
  const answers = await readAnswers(folder)
  if (answers === undefined) return create(call, folder)
  refuseOtherProject(call, answers)
  return update(call, folder, answers)
}
