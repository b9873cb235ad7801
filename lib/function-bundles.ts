import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { type Build, buildQueue } from './build-queue.ts'
import { bundleHandler, removeStaleBundles, removeStaleChunks, type WrittenBundle } from './bundle.ts'
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

interface BundleProgress {
  readonly built: number
  readonly stale: number
}

type OnProgress = (progress: BundleProgress, bundle: WrittenBundle) => void

export type FunctionBundles = Awaited<ReturnType<typeof functionBundles>>

interface FunctionBundleOptions {
  readonly root: string
  readonly fresh?: boolean
}

const emptyMetafile: Metafile = { inputs: {}, outputs: {} }

const resultsOf = async (builds: readonly Build[]) => {
  const results = await Promise.allSettled(builds.map(({ written }) => written))
  const rebuilt = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return {
    names: rebuilt.filter(({ isChanged }) => isChanged).map(({ name }) => name),
    errors: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  }
}

/**
 * Waits for stale bundles to be built and removes their outdated chunks. Calls `onProgress` after each.
 * @throws BundleError of the first failure.
 */
const finishBuilds = async (
  stale: readonly Build[],
  { latest }: ReturnType<typeof buildQueue>,
  onProgress: OnProgress,
): Promise<BundleProgress> => {
  let built = 0
  await Promise.all(
    stale.map(async (build) => {
      const bundle = await build.written
      if (bundle.name !== CONSOLE && latest(bundle.name) === build) await removeStaleChunks(bundle)
      built++
      onProgress({ built, stale: stale.length }, bundle)
    }),
  )
  return { built, stale: stale.length }
}

/**
 * The bundles of a project's functions and of its console, in `dist`. Each is built on first use.
 * Finds the bundles of an earlier run in `<root>/dist`. `<root>/.local/bundles.json` shows which are current.
 */
export const functionBundles = async ({ root, fresh = false }: FunctionBundleOptions) => {
  const file = join(root, '.local', 'bundles.json')
  let handlers = await handlersIn(root)
  let sources = await readSources(root)
  const records = fresh ? new Map<string, BundleRecord>() : await readRecords(file)
  const isStale = (name: string): boolean => !isCurrent(root, records.get(name), sources)

  const buildBundle = async (name: string): Promise<WrittenBundle> => {
    const handler = handlers.get(name)
    const sourcesAtStart = sources
    if (handler !== undefined) {
      const bundle = await bundleHandler(handler, { root })
      records.set(name, recordOf(root, bundle, sourcesAtStart))
      return bundle
    }
    const { metafile, files } = await bundleConsole(root)
    records.set(CONSOLE, recordOf(root, { metafile, files }, sourcesAtStart))
    return { name, isChanged: false, files, metafile: emptyMetafile }
  }

  const builds = buildQueue(buildBundle)
  const names = () => [...handlers.keys(), CONSOLE]

  return {
    get names() {
      return [...handlers.keys()]
    },
    /** Resolves when this bundle is current. It is built before bundles that no caller waits for. @throws BundleError */
    async ensureCurrent(name: string): Promise<void> {
      const build = builds.latest(name) ?? (isStale(name) ? builds.start(name) : undefined)
      if (!build) return
      builds.moveToFront(build)
      await build.written
    },
    /**
     * Builds all stale bundles. Calls `onProgress` after each.
     * @throws BundleError of the first failure.
     */
    buildAll: (onProgress: OnProgress = () => {}): Promise<BundleProgress> =>
      // All builds share one esbuild process.
      withEsbuild(async () => {
        const stale = names().flatMap((name) => (isStale(name) ? [builds.latest(name) ?? builds.start(name)] : []))
        const progress = await finishBuilds(stale, builds, onProgress)
        await removeStaleBundles(root, 'dist', new Set(handlers.keys()))
        return progress
      }),
    /** Rebuilds bundles that depend on these changed files, by path from the root. Waiting builds stay in the queue. */
    async rebuildChanged(paths: Iterable<string>) {
      const files = [...paths]
      sources = changedSources(root, sources, files)
      const previousHandlers = handlers
      handlers = await handlersIn(root)
      const isNew = (name: string): boolean => handlers.has(name) && !previousHandlers.has(name)
      // A running build may have read the files before the change. A failed build may succeed now.
      const isAffected = (name: string): boolean => {
        const state = builds.latest(name)?.state
        if (state === 'waiting') return false
        if (state === 'running' || state === 'failed' || isNew(name)) return true
        const record = records.get(name)
        return record !== undefined && files.some((path) => dependsOn(record, path))
      }
      const started = names().filter(isAffected).map(builds.start)
      for (const build of started.toReversed()) builds.moveToFront(build)
      return resultsOf(started)
    },
    /** Stops building and stores the records, so that the next run does not rebuild current bundles. */
    stop: async () => {
      await builds.stop()
      await writeRecords(file, records)
    },
  }
}
