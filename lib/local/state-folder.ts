import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Another process uses the state. The message contains its process ID and the options to change. */
export class StateInUseError extends Error {
  override readonly name = 'StateInUseError'
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/**
 * Creates folders one by one: `mkdir` with `recursive` never returns if an existing folder rejects new ones, as /proc
 * does.
 */
const makeFolder = async (dir: string): Promise<void> => {
  try {
    await mkdir(dir)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(dir)).isDirectory()) return
    const parent = dirname(dir)
    const isParentMissing = codeOf(error) === 'ENOENT' && parent !== dir && !(await stat(parent).catch(() => undefined))
    if (!isParentMissing) throw error
    await makeFolder(parent)
    await mkdir(dir)
  }
}

/** @throws TypeError, one line, if the folder cannot be created or is not writable. */
const assertWritable = async (dir: string): Promise<void> => {
  const probe = join(dir, `.writable-${process.pid}`)
  try {
    await makeFolder(dir)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new TypeError(
      `The state folder ${dir} is not writable (${codeOf(error) ?? String(error)}). Choose another one with --state DIR`,
      { cause: error },
    )
  }
}

/** Caches, which `--fresh` does not delete. */
const CACHES = new Set(['synth', 'bundles.json'])

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Locks the state folder for this process, and empties it if `fresh`. Two processes in one folder would overwrite each
 * other's tables.
 * @throws StateInUseError if another running process uses it; TypeError if it is not writable.
 */
export const lockStateFolder = async (dir: string, fresh: boolean): Promise<{ release(): Promise<void> }> => {
  await assertWritable(dir)
  const lock = join(dir, 'pid')
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
  if (holder > 0 && isAlive(holder)) {
    throw new StateInUseError(
      `Another process (${holder}) uses the state in ${dir}. Stop it, or start a second copy with another --state DIR and --port`,
    )
  }
  if (fresh) {
    const entries = (await readdir(dir)).filter((name) => !CACHES.has(name))
    await Promise.all(entries.map((name) => rm(join(dir, name), { recursive: true, force: true })))
  }
  await writeFile(lock, String(process.pid))
  return { release: () => rm(lock, { force: true }) }
}
