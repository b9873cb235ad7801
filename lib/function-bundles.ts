import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { BUILDS_AT_ONCE, bundleHandler, removeStaleBundles, removeStaleChunks, type WrittenBundle } from './bundle.ts'
import {
  type BundleRecord,
  changedSources,
  dependsOn,
  isCurrent,
  readRecords,
  readSources,
  recordOf,
  writeRecords,
} from './bundle-record.ts'
import { bundleConsole } from './console-bundle.ts'
import { withEsbuild } from './esbuild-service.ts'
import { handlersIn } from './handlers.ts'

/** The name of the console in the records. No function's bundle has it. */
const CONSOLE = 'console'

/** The progress of building stale bundles. */
export interface BundleProgress {
  readonly built: number
  readonly stale: number
}

/** The bundles of a project's functions and of its console, in `dist`. Each is built on first use. */
export interface FunctionBundles {
  readonly names: readonly string[]
  /** Resolves when this bundle is current. It is built before bundles that no caller waits for. @throws BundleError */
  ready(name: string): Promise<void>
  /** Builds all stale bundles. Calls `onProgress` after each. @throws BundleError of the first failure */
  all(onProgress?: (progress: BundleProgress, bundle: WrittenBundle) => void): Promise<BundleProgress>
  /** Rebuilds bundles of these changed files, by path from the root. Returns the functions whose code differs. */
  changed(paths: Iterable<string>): Promise<readonly string[]>
  /** Stops building and stores the records, so that the next run does not rebuild current bundles. */
  stop(): Promise<void>
}

export interface FunctionBundleOptions {
  /** The folder that contains `lambdas/`. */
  readonly root: string
  /** Builds all bundles, even current ones. */
  readonly fresh?: boolean
}

/** Creates a queue that runs at most `max` jobs at once. `first` moves a waiting job to the front. */
const jobQueue = (max: number) => {
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()
  const next = () => {
    while (running.size < max) {
      const job = waiting.shift()
      if (!job) return
      const run = job().finally(() => {
        running.delete(run)
        next()
      })
      running.add(run)
    }
  }
  return {
    add: (job: () => Promise<void>) => {
      waiting.push(job)
      next()
    },
    first: (job: () => Promise<void>) => {
      const at = waiting.indexOf(job)
      if (at > 0) waiting.unshift(...waiting.splice(at, 1))
    },
    /** Drops waiting jobs, and waits for running ones. */
    stop: async () => {
      waiting.length = 0
      await Promise.all(running)
    },
  }
}

/** A waiting, running or finished build. */
interface Build {
  readonly job: () => Promise<void>
  readonly written: Promise<WrittenBundle>
}

const emptyMetafile: Metafile = { inputs: {}, outputs: {} }

/** Finds the bundles of an earlier run in `<root>/dist`. `<root>/.local/bundles.json` shows which are current. */
export const functionBundles = async ({ root, fresh = false }: FunctionBundleOptions): Promise<FunctionBundles> => {
  const file = join(root, '.local', 'bundles.json')
  let handlers = await handlersIn(root)
  let sources = await readSources(root)
  const records = fresh ? new Map<string, BundleRecord>() : await readRecords(file)
  const builds = new Map<string, Build>()
  const queue = jobQueue(BUILDS_AT_ONCE)
  const isStale = (name: string): boolean => !isCurrent(root, records.get(name), sources)

  const written = async (name: string): Promise<WrittenBundle> => {
    const handler = handlers.get(name)
    const before = sources
    if (handler !== undefined) {
      const bundle = await bundleHandler(handler, { root })
      records.set(name, recordOf(root, bundle, before))
      return bundle
    }
    const { metafile, files } = await bundleConsole(root)
    records.set(CONSOLE, recordOf(root, { metafile, files }, before))
    return { name, isChanged: false, files, metafile: emptyMetafile }
  }

  const start = (name: string): Build => {
    const { promise, resolve, reject } = Promise.withResolvers<WrittenBundle>()
    // A failed build has no record, so any change retries it.
    promise.catch(() => records.delete(name))
    const build: Build = { written: promise, job: () => withEsbuild(() => written(name)).then(resolve, reject) }
    builds.set(name, build)
    queue.add(build.job)
    return build
  }

  const names = () => [...handlers.keys(), CONSOLE]
  const startStale = (): Build[] => names().flatMap((name) => (isStale(name) ? [builds.get(name) ?? start(name)] : []))

  return {
    get names() {
      return [...handlers.keys()]
    },
    async ready(name) {
      const build = builds.get(name) ?? (isStale(name) ? start(name) : undefined)
      if (!build) return
      queue.first(build.job)
      await build.written
    },
    all: (onProgress = () => {}) =>
      // All builds share one esbuild process.
      withEsbuild(async () => {
        const stale = startStale()
        let built = 0
        await Promise.all(
          stale.map(async (build) => {
            const bundle = await build.written
            if (bundle.name !== CONSOLE) await removeStaleChunks(bundle)
            built++
            onProgress({ built, stale: stale.length }, bundle)
          }),
        )
        await removeStaleBundles(root, 'dist', new Set(handlers.keys()))
        return { built, stale: stale.length }
      }),
    async changed(paths) {
      const files = [...paths]
      sources = changedSources(root, sources, files)
      handlers = await handlersIn(root)
      const isAffected = (name: string): boolean => {
        const record = records.get(name)
        return record === undefined || files.some((path) => dependsOn(record, path))
      }
      const affected = names().filter(isAffected)
      const bundles = await Promise.all(affected.map((name) => start(name).written))
      return bundles.filter(({ isChanged }) => isChanged).map(({ name }) => name)
    },
    stop: async () => {
      await queue.stop()
      await writeRecords(file, records)
    },
  }
}
