import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Bytes of memory of the stack's process, and the number of function threads. */
export interface Memory {
  readonly rss: number
  readonly heapUsed: number
  readonly environments: number
}

/** The running stack of the soak. */
export interface WatchedStack {
  readonly images: string
  readonly control: string
  readonly endpoint: string
  readonly table: string
  readonly keys: Readonly<Record<string, string>>
  memory(): Promise<Memory>
  stop(): Promise<void>
}

/** Starts the local runner with an empty state folder. */
export const watchedStack = async (state: string): Promise<WatchedStack> => {
  const file = join(import.meta.dirname, 'soaked-stack.ts')
  const child = fork(file, [state], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const failed = exited.then(([code]) => {
    throw new Error(`The stack ended with status ${String(code)}`)
  })
  failed.catch(() => {})
  const [addresses] = (await Promise.race([once(child, 'message'), failed])) as [Omit<WatchedStack, 'memory' | 'stop'>]
  return {
    ...addresses,
    async memory() {
      const reply = once(child, 'message') as Promise<[Memory]>
      child.send('memory')
      return (await Promise.race([reply, failed]))[0]
    },
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
