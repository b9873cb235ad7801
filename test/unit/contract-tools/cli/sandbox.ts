import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { commandLine } from '../../../../layers/contract-tools/src/cli/command-line.ts'

export const program = join(import.meta.dirname, '../../../../layers/contract-tools/bin/signet-contracts.mjs')

export interface ProgramResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Collects the output of a Node program until it ends. */
export const programOutput = (
  path: string,
  argv: readonly string[],
  cwd: string,
  options: { readonly node?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ProgramResult> =>
  new Promise((resolve) => {
    const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env
    const nodeArgs = [...(options.node ?? []), path, ...argv]
    execFile(process.execPath, nodeArgs, { cwd, env: { ...env, ...options.env } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

/** Creates a temporary folder outside the repository with the command in it; removed after the test. */
export const sandbox = async (files: Readonly<Record<string, string | object>> = {}) => {
  const root = await mkdtemp(join(tmpdir(), 'signet-contracts-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (path: string, content: string | object): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  return {
    root,
    write,
    read: (path: string) => readFile(join(root, path), 'utf8'),
    /** Returns paths of all files below a folder, sorted. */
    list: async (path: string): Promise<string[]> => {
      const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true })
      const entriesFound = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      return entriesFound.map((each) => each.slice(join(root, path).length + 1)).sort()
    },
    /** Runs the command in this process, for contracts that are JSON. */
    run: async (...argv: string[]): Promise<ProgramResult> => {
      const written = { out: '', err: '' }
      const stream = (name: 'out' | 'err') => ({ write: (text: string) => (written[name] += text) })
      const code = await commandLine(argv, { out: stream('out'), err: stream('err'), cwd: root })
      return { code, ...written }
    },
    /** Runs the command as a process, as from a shell. */
    start: (...argv: string[]): Promise<ProgramResult> => programOutput(program, argv, root),
  }
}
