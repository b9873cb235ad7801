import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const SOURCE = join(import.meta.dirname, 'collector')
const BUILD_FOLDER = join(import.meta.dirname, '../../../.local/bench')
/** Tick of the process times on Linux, in milliseconds. */
const TICK_MS = 10

/** An OpenTelemetry collector that writes all received spans to a file. */
export interface Collector {
  readonly url: string
  /** Returns CPU milliseconds so far, to the nearest ten. */
  cpuMs(): number
  /** Returns the bytes that it wrote since the last call, and truncates the file. */
  takeWrittenBytes(): Promise<number>
  stop(): Promise<void>
}

/** Builds the collector from the modules in go.mod; undefined without Go, a registry or /proc. */
const buildCollector = async (): Promise<string | undefined> => {
  if (!existsSync('/proc/self/stat')) return undefined
  const program = join(BUILD_FOLDER, 'observe-collector')
  await mkdir(BUILD_FOLDER, { recursive: true })
  const env = { ...process.env, GOFLAGS: '-modcacherw -mod=readonly' }
  return promisify(execFile)('go', ['build', '-trimpath', '-o', program, '.'], { cwd: SOURCE, env }).then(
    () => program,
    () => undefined,
  )
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Batches are disabled, because the route has none; its own metrics are disabled, which saves work. */
const configOf = (port: number, file: string): string => `
receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:${port}' } } } }
exporters: { file: { path: '${file}' } }
service:
  telemetry: { metrics: { level: none }, logs: { level: error } }
  pipelines: { traces: { receivers: [otlp], exporters: [file] } }
`

const waitUntilReachable = async (url: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    const isReachable = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isReachable) return
    await setTimeout(100)
  }
  throw new Error('The collector does not respond')
}

/** Returns the sum of the 14th and 15th field, the time in user and in kernel mode (proc_pid_stat(5)). */
const cpuMsOf = (pid: number | undefined): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}

/** Builds and starts the collector; undefined if it is not available. */
export const startCollector = async (): Promise<Collector | undefined> => {
  const program = await buildCollector()
  if (program === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'collector-'))
  const port = await freePort()
  const file = join(folder, 'spans.json')
  const config = join(folder, 'config.yaml')
  await writeFile(config, configOf(port, file))
  const child = spawn(program, [config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await exited
    await rm(folder, { recursive: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await waitUntilReachable(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    stop,
    cpuMs: () => cpuMsOf(child.pid),
    async takeWrittenBytes() {
      // The collector keeps its file offset: the truncated part becomes a hole without disk blocks.
      const { blocks } = await stat(file)
      await truncate(file)
      return blocks * 512
    },
  }
}
