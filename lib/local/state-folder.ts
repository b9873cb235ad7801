import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Another copy runs on the same state; the message says which process, and which flag to give. */
export class StateInUse extends Error {
  override readonly name = 'StateInUse'
}

/** Not state but a cache: `--fresh` keeps it. */
const kept = new Set(['synth'])

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
 * @throws StateInUse when another living process has it.
 */
export async function takeStateFolder(dir: string, fresh: boolean): Promise<{ release(): Promise<void> }> {
  await mkdir(dir, { recursive: true })
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
