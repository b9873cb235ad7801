import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { type CommandCall, optionText } from './call-values.ts'
import { type ExitCode, type Terminal, UsageError } from './terminal.ts'

/** Milliseconds without another change after which a save is complete; editors save in several steps. */
const QUIET_MS = 60

const withoutWatch = (argv: readonly string[]): readonly string[] => argv.filter((argument) => argument !== '--watch')

/** Runs the call in a child process, because modules stay in memory for the lifetime of a process. */
const runOnce = async (argv: readonly string[], { cwd, out, err }: Terminal, signal: AbortSignal): Promise<void> => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...withoutWatch(argv)], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  child.stdout.on('data', (chunk: Buffer) => out.write(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.write(chunk.toString()))
  child.on('error', (error) => signal.aborted || err.write(`error ${error.message}\n`))
  // The error that an interrupted child emits is expected.
  await new Promise((onEnd) => child.once('close', onEnd).once('error', onEnd))
  if (signal.aborted) return
  err.write(`exit code ${child.exitCode}, ${Math.round(performance.now() - startedAt)} ms; waiting for changes\n`)
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

const isEdit = (path: string, root: string, outputFolder: string | undefined): boolean => {
  const segments = relative(root, path).split(sep)
  const isHidden = segments.some((part) => part === 'node_modules' || (part.startsWith('.') && part !== '..'))
  return !isHidden && !(outputFolder !== undefined && isInside(path, outputFolder))
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
export const watchAndRun = async (
  argv: readonly string[],
  call: CommandCall,
  terminal: Terminal,
): Promise<ExitCode> => {
  const { cwd } = terminal
  const out = optionText(call, 'out')
  const outputFolder = out === undefined ? undefined : resolve(cwd, out)
  const stopController = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isRunRequested = false

  const run = async (): Promise<void> => {
    isRunRequested = true
    if (isRunning) return
    isRunning = true
    while (isRunRequested && !stopController.signal.aborted) {
      isRunRequested = false
      await runOnce(argv, terminal, stopController.signal)
    }
    isRunning = false
  }
  const watchers = await Promise.all(
    call.positionals.map((path) => {
      const root = resolve(cwd, path)
      return watcherOf(root, (changed) => {
        if (!isEdit(changed, root, outputFolder)) return
        clearTimeout(timer)
        timer = setTimeout(() => void run(), QUIET_MS)
      })
    }),
  )
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await Promise.race([run().then(() => interrupted), interrupted])
  stopController.abort()
  clearTimeout(timer)
  for (const watcher of watchers) watcher.close()
  return 0
}
