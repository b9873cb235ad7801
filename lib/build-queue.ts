import { BUILDS_AT_ONCE, type WrittenBundle } from './bundle.ts'
import { withEsbuild } from './esbuild-service.ts'

/** Creates a queue that runs at most `max` jobs at a time. */
const jobQueue = (max: number) => {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  const startNext = () => {
    while (running.size < max) {
      const job = waiting.shift()
      if (!job) return
      const run = job().finally(() => {
        running.delete(run)
        startNext()
      })
      running.add(run)
    }
  }
  return {
    add: (job: () => Promise<void>) => {
      waiting.push(job)
      startNext()
    },
    moveToFront: (job: () => Promise<void>) => {
      const index = waiting.indexOf(job)
      if (index > 0) waiting.unshift(...waiting.splice(index, 1))
    },
    /** Drops waiting jobs and waits for running ones. */
    stop: async () => {
      waiting.length = 0
      await Promise.all(running)
    },
  }
}

export interface Build {
  state: 'waiting' | 'running' | 'built' | 'failed'
  readonly job: () => Promise<void>
  readonly written: Promise<WrittenBundle>
}

/** Creates a queue of builds, each identified by the name of its bundle. */
export const buildQueue = (write: (name: string) => Promise<WrittenBundle>) => {
  const builds = new Map<string, Build>()
  const queue = jobQueue(BUILDS_AT_ONCE)
  const start = (name: string): Build => {
    const { promise, resolve, reject } = Promise.withResolvers<WrittenBundle>()
    const previous = builds.get(name)
    const build: Build = {
      state: 'waiting',
      written: promise,
      job: async () => {
        // An earlier build that is still running must not overwrite this one.
        await previous?.written.catch(() => {})
        build.state = 'running'
        await withEsbuild(() => write(name)).then(resolve, reject)
      },
    }
    promise.then(
      () => {
        build.state = 'built'
      },
      () => {
        build.state = 'failed'
      },
    )
    builds.set(name, build)
    queue.add(build.job)
    return build
  }
  return {
    start,
    latest: (name: string) => builds.get(name),
    moveToFront: ({ job }: Build) => queue.moveToFront(job),
    stop: () => queue.stop(),
  }
}
