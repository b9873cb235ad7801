import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What .local/stack.json says of a running system. */
export interface RunningSystem {
  readonly urls: Readonly<Record<string, string>>
  /** Where the clock is moved. */
  readonly control: string
  readonly identities: Readonly<
    Record<'free' | 'pro' | 'team' | 'agency', Readonly<Record<'genKey' | 'platKey' | 'sessionCookie', string>>>
  >
}

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

/**
 * Starts the system as the README says, on free ports, runs the work, and stops the system with Ctrl-C. `rich`
 * is for judges that draw more than plans give.
 */
export async function withSystem<T>(
  work: (system: RunningSystem) => Promise<T>,
  { cwd = process.cwd(), rich = false }: { readonly cwd?: string; readonly rich?: boolean } = {},
): Promise<T> {
  const state = mkdtempSync(join(tmpdir(), 'signet-judged-'))
  const stackFile = join(state, 'stack.json')
  const began = Date.now()
  const args = ['start', '--', '--port', '0', '--state', state, '--quiet', ...(rich ? ['--rich'] : [])]
  const system = spawn('npm', args, { cwd, stdio: 'inherit', detached: true })
  const ended = new Promise<void>((resolve) => system.once('exit', () => resolve()))
  // The whole group: npm hands a signal on to nobody.
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
    return await work(JSON.parse(readFileSync(stackFile, 'utf8')) as RunningSystem)
  } finally {
    interrupt()
    process.off('exit', interrupt)
    await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })])
    rmSync(state, { recursive: true, force: true })
  }
}
