import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { APIS, portOf } from '../../lib/apis.ts'
import type { RunningSystem } from './running-system.ts'

/** A command of a page, and the output that the page shows: `…` matches any text, including line breaks. */
export interface TourCommand {
  readonly command: string
  readonly output: string
}

const BLOCK = /```console\n([\s\S]*?)```/g

/** Returns the commands of a page's console blocks. A line that ends with a backslash continues on the next. */
export const tourCommands = (page: string): TourCommand[] =>
  [...page.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(step) ?? []
        return { command, output: output.trim() }
      }),
  )

/** Checks output against the text of a page. Empty text matches any output. */
export const matchesOutput = (expected: string, actual: string): boolean => {
  if (expected === '') return true
  const escaped = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('[\\s\\S]*')}$`).test(actual.replaceAll('\r\n', '\n').trim())
}

/** Replaces the default ports in the text of a page by those of the running system. */
const withActualPorts = (text: string, { urls, control }: RunningSystem): string => {
  const served = APIS.flatMap(({ key }) => (urls[key] ? [[portOf(key), urls[key]] as const] : []))
  return [...served, [portOf('platform') + APIS.length, control] as const].reduce(
    (changed, [port, url]) => changed.replaceAll(`http://127.0.0.1:${port}`, new URL(url).origin),
    text,
  )
}

const linkEntries = (from: string, to: string): void => {
  for (const name of readdirSync(from)) {
    if (name !== '.local' && name !== '.git') symlinkSync(join(from, name), join(to, name))
  }
}

/** Creates a copy of the working tree by links. Its `.local` has links to the state of the running system. */
const linkedTree = (root: string, stackFile: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-tour-'))
  linkEntries(root, folder)
  mkdirSync(join(folder, '.local'))
  linkEntries(dirname(stackFile), join(folder, '.local'))
  return folder
}

const SHELL_LIMIT_MS = 300_000

/** The result of one command. `status` is undefined for a command that did not run. */
interface TourResult extends TourCommand {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | undefined
}

/** Runs commands in one shell, so that variables and functions persist, and stops after the first that fails. */
const runInShell = (commands: readonly TourCommand[], folder: string): TourResult[] => {
  const results = mkdtempSync(join(tmpdir(), 'signet-tour-results-'))
  const script = commands.map(
    ({ command }, at) =>
      `{ ${command}\n} >${results}/${at}.out 2>${results}/${at}.err; status=$?; echo $status >${results}/${at}.status; [ $status = 0 ] || exit`,
  )
  spawnSync('bash', ['-c', script.join('\n')], { cwd: folder, timeout: SHELL_LIMIT_MS })
  const readResult = (name: string): string =>
    existsSync(join(results, name)) ? readFileSync(join(results, name), 'utf8') : ''
  const commandResults = commands.map((command, at) => ({
    ...command,
    stdout: readResult(`${at}.out`),
    stderr: readResult(`${at}.err`),
    status: readResult(`${at}.status`) === '' ? undefined : Number(readResult(`${at}.status`)),
  }))
  rmSync(results, { recursive: true })
  return commandResults
}

const problemOf = ({ command, output, stdout, stderr, status }: TourResult): string | undefined => {
  if (status === undefined) return `${command}\ndid not run`
  if (status !== 0) return `${command}\nfailed with status ${status}: ${stderr}`
  if (matchesOutput(output, stdout)) return undefined
  return `${command}\nprinted\n${stdout}\ninstead of\n${output}`
}

/**
 * Runs the console blocks of a page in a linked copy of the tree, and compares their output with that of the page.
 * @throws Error if a command fails, prints different output, or leaves a file outside `.local`
 */
export const followTour = (page: string, root: string, stackFile: string, system: RunningSystem): void => {
  const folder = linkedTree(root, stackFile)
  const entries = readdirSync(folder).join()
  try {
    const commands = tourCommands(withActualPorts(readFileSync(join(root, page), 'utf8'), system))
    if (commands.length < 5) throw new Error(`${page} has only ${commands.length} commands`)
    const problem = runInShell(commands, folder)
      .map(problemOf)
      .find((found) => found !== undefined)
    if (problem !== undefined) throw new Error(`${page}: ${problem}`)
    if (readdirSync(folder).join() !== entries) throw new Error(`${page} leaves files: ${readdirSync(folder).join()}`)
    console.log(`figures: ${commands.length} commands of ${page} print the documented output`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
