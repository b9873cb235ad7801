import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** CPU milliseconds of the local runner so far. */
export interface CpuOfThreads {
  /** CPU time of function threads. */
  readonly threadsMs: number
  /**
   * CPU time of all threads except the first, including V8's threads for garbage collection and compilation, which also
   * work for the first.
   */
  readonly otherThreadsMs: number
}

interface Cpu {
  readonly cpuMs: number
  readonly firstMs?: number
  readonly threadsMs?: number
}

/** A server in a separate process. */
export interface Served {
  readonly url: string
  /** Values that the server reported when it was ready. */
  readonly reported: Readonly<Record<string, string>>
  /** Returns CPU milliseconds of the process so far. */
  cpuMs(): Promise<number>
  /** Returns CPU milliseconds by thread; for the local runner only. */
  cpuOfThreads(): Promise<CpuOfThreads>
  stop(): Promise<void>
}

/** Starts a file of this folder and waits until it reports its address. */
export const serve = async (file: string, ...args: string[]): Promise<Served> => {
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`test/bench/${file} ended before it served`)
  })
  failed.catch(() => {})
  const cpu = async (): Promise<Cpu> => {
    const cpuMessage = once(child, 'message') as Promise<[Cpu]>
    child.send('cpu')
    return (await cpuMessage)[0]
  }
  const [reported] = (await Promise.race([once(child, 'message'), failed])) as [Record<string, string>]
  return {
    url: reported.url ?? '',
    reported,
    cpuMs: async () => (await cpu()).cpuMs,
    async cpuOfThreads() {
      const { cpuMs, firstMs = 0, threadsMs = 0 } = await cpu()
      return { threadsMs, otherThreadsMs: cpuMs - firstMs }
    },
    async stop() {
      child.disconnect()
      await exited
    },
  }
}

export interface Load {
  readonly perSecond: number
  /** Median latency in milliseconds. */
  readonly p50: number
  /** CPU milliseconds of the server per request. */
  readonly cpuMs: number
}

interface Report {
  readonly refused: number
  readonly answered: number
  readonly seconds: number
  readonly p50: number
}

/**
 * Sends each path once, four concurrently, through autocannon in a separate process. The number of paths is a multiple
 * of four.
 * @throws Error if a response was not a 2xx: a refusal is quick and would count as a fast response.
 */
export const load = async (server: Served, paths: readonly string[]): Promise<Load> => {
  const child = fork(join(import.meta.dirname, 'load-generator.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  const before = await server.cpuMs()
  child.send({ url: server.url, paths })
  const [report] = (await once(child, 'message')) as [Report]
  const cpuMs = ((await server.cpuMs()) - before) / paths.length
  const exited = once(child, 'exit')
  child.kill()
  await exited
  if (report.refused > 0 || report.answered !== paths.length) {
    throw new Error(
      `${report.answered} of ${paths.length} requests to ${server.url} returned 2xx, for example ${paths[0]}`,
    )
  }
  return { perSecond: report.answered / report.seconds, p50: report.p50, cpuMs }
}
