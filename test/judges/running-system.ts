import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The contents of .local/stack.json of a running system. */
export interface RunningSystem {
  readonly urls: Readonly<Record<string, string>>
  /** The address of the control API, which moves the clock. */
  readonly control: string
  readonly identities: Readonly<
    Record<'free' | 'pro' | 'team' | 'agency', Readonly<Record<'genKey' | 'platKey' | 'sessionCookie', string>>>
  >
}

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

/**
 * Starts the system as in the README on free ports, runs the work, and stops the system with Ctrl-C. `rich` is for
 * judges that create more than plans permit.
 */
export async function withSystem<T>(
  work: (system: RunningSystem, stackFile: string) => Promise<T>,
  { cwd = process.cwd(), rich = false }: { readonly cwd?: string; readonly rich?: boolean } = {},
): Promise<T> {
  const state = mkdtempSync(join(tmpdir(), 'signet-judged-'))
  const stackFile = join(state, 'stack.json')
  const began = Date.now()
  const args = ['start', '--', '--port', '0', '--state', state, '--quiet', ...(rich ? ['--rich'] : [])]
  const system = spawn('npm', args, { cwd, stdio: 'inherit', detached: true })
  const ended = new Promise<void>((resolve) => system.once('exit', () => resolve()))
  // Signals the whole group, because npm does not forward signals.
  const interrupt = () => {
    if (system.pid && system.exitCode === null) process.kill(-system.pid, 'SIGINT')
  }
  process.once('exit', interrupt)
  try {
    while (!existsSync(stackFile)) {
      if (system.exitCode !== null) throw new Error(`npm start ended with ${system.exitCode}`)
      if (Date.now() - began > START_LIMIT_MS) throw new Error(`npm start was not ready within ${START_LIMIT_MS} ms`)
      await sleep(100)
    }
    return await work(JSON.parse(readFileSync(stackFile, 'utf8')) as RunningSystem, stackFile)
  } finally {
    interrupt()
    process.off('exit', interrupt)
    await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })])
    rmSync(state, { recursive: true, force: true })
  }
}
