import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Another copy runs on the same state; the message says which process, and which flag to give. */
export class StateInUse extends Error {
  override readonly name = 'StateInUse'
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Folder by folder: mkdir with `recursive` never ends where a folder that is there refuses new ones, as /proc does. */
const makeFolder = async (dir: string): Promise<void> => {
  try {
    await mkdir(dir)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(dir)).isDirectory()) return
    const above = dirname(dir)
    const isMissing = codeOf(error) === 'ENOENT' && above !== dir && !(await stat(above).catch(() => undefined))
    if (!isMissing) throw error
    await makeFolder(above)
    await mkdir(dir)
  }
}

/** @throws TypeError, one line, when the folder cannot be made or a file cannot be written in it. */
const assertWritable = async (dir: string): Promise<void> => {
  const probe = join(dir, `.writable-${process.pid}`)
  try {
    await makeFolder(dir)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new TypeError(
      `The state folder ${dir} cannot be written (${codeOf(error) ?? String(error)}): give another with --state DIR`,
      { cause: error },
    )
  }
}

/** Not state but a cache: `--fresh` keeps it. */
const kept = new Set(['synth', 'bundles.json'])

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes the state folder for this process, emptying it first when `fresh`. Two copies in one folder would write over
 * each other's tables.
 * @throws StateInUse when another living process has it; TypeError when it cannot be written.
 */
export const takeStateFolder = async (dir: string, fresh: boolean): Promise<{ release(): Promise<void> }> => {
  await assertWritable(dir)
  const lock = join(dir, 'pid')
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
  if (holder > 0 && isAlive(holder)) {
    throw new StateInUse(
      `Another copy (process ${holder}) runs on the state in ${dir}: stop it, or start beside it with --state DIR --port PORT`,
    )
  }
  if (fresh) {
    const entries = (await readdir(dir)).filter((name) => !kept.has(name))
    await Promise.all(entries.map((name) => rm(join(dir, name), { recursive: true, force: true })))
  }
  await writeFile(lock, String(process.pid))
  return { release: () => rm(lock, { force: true }) }
}
