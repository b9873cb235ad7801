import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { type Call, textOf } from './call-values.ts'
import { type ExitCode, type Terminal, UsageError } from './terminal.ts'

/** Milliseconds without another change after which a save is complete; editors save in several steps. */
const QUIET_MS = 60

const withoutWatch = (argv: readonly string[]): readonly string[] => argv.filter((word) => word !== '--watch')

/** Runs the call in a child process, because modules stay in memory for the lifetime of a process. */
const runOnce = async (argv: readonly string[], { cwd, out, err }: Terminal, signal: AbortSignal): Promise<void> => {
  const began = performance.now()
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...withoutWatch(argv)], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  child.stdout.on('data', (chunk: Buffer) => out.write(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.write(chunk.toString()))
  child.on('error', (error) => signal.aborted || err.write(`error ${error.message}\n`))
  // The error that an interrupted child emits is expected.
  await new Promise((ended) => child.once('close', ended).once('error', ended))
  if (signal.aborted) return
  err.write(`exit code ${child.exitCode}, ${Math.round(performance.now() - began)} ms; waiting for changes\n`)
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

const isEdit = (path: string, root: string, written: string | undefined): boolean => {
  const parts = relative(root, path).split(sep)
  const isHidden = parts.some((part) => part === 'node_modules' || (part.startsWith('.') && part !== '..'))
  return !isHidden && !(written !== undefined && isInside(path, written))
}

const watcherOf = async (path: string, onChange: (changed: string) => void): Promise<FSWatcher> => {
  const stats = await stat(path).catch(() => {
    throw new UsageError(`${path} is neither a folder nor a file`)
  })
  // Editors replace a file when they save it: only a watcher of its folder reports that.
  const folder = stats.isDirectory() ? path : dirname(path)
  return watch(folder, { recursive: true }, (_, name) => onChange(name === null ? folder : resolve(folder, name)))
}

/** Runs the same call again after every edit of its paths, until the process is interrupted. Errors end a run, not the watch. */
export const watchAndRun = async (argv: readonly string[], call: Call, terminal: Terminal): Promise<ExitCode> => {
  const { cwd } = terminal
  const out = textOf(call, 'out')
  const written = out === undefined ? undefined : resolve(cwd, out)
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isDue = false

  const run = async (): Promise<void> => {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue && !stop.signal.aborted) {
      isDue = false
      await runOnce(argv, terminal, stop.signal)
    }
    isRunning = false
  }
  const watchers = await Promise.all(
    call.positionals.map((path) => {
      const root = resolve(cwd, path)
      return watcherOf(root, (changed) => {
        if (!isEdit(changed, root, written)) return
        clearTimeout(timer)
        timer = setTimeout(() => void run(), QUIET_MS)
      })
    }),
  )
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await Promise.race([run().then(() => interrupted), interrupted])
  stop.abort()
  clearTimeout(timer)
  for (const watcher of watchers) watcher.close()
  return 0
}
