import { join, relative, sep } from 'node:path'
import { type FunctionBundles, functionBundles } from '../function-bundles.ts'
import { watchFolders } from '../watch-folders.ts'
import { bundleThreads, type StartEnvironment } from './lambda-environment.ts'
import type { StackLog } from './stack-log.ts'

type BundledCode = ReturnType<typeof bundledCode>

/** Files that a bundle can depend on. Editors write other files to the same folders. */
const IS_SOURCE = /\.(?:tsx?|css|json|html)$/
const QUIET_MS = 30
const PROGRESS_MS = 2_000

type Log = (entry: StackLog) => void

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Rebuilds bundles after changes below `lambdas/`, `layers/` and `console/`. Logs a failed build; the next change retries it. */
const watchSources = (
  root: string,
  bundles: Promise<FunctionBundles>,
  { onChange, log }: { readonly onChange: (names: readonly string[]) => void; readonly log: Log },
): (() => Promise<void>) => {
  let building: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let paths = new Set<string>()
  const build = async () => {
    const changedPaths = paths
    paths = new Set()
    try {
      const { names, errors } = await (await bundles).rebuildChanged(changedPaths)
      if (names.length > 0) onChange(names)
      for (const error of errors) log({ type: 'note', level: 'error', text: messageOf(error) })
    } catch (error) {
      log({ type: 'note', level: 'error', text: messageOf(error) })
    }
  }
  const unwatch = watchFolders(
    ['lambdas', 'layers', 'console'].map((folder) => join(root, folder)),
    (path) => {
      if (!IS_SOURCE.test(path)) return
      paths.add(relative(root, path).split(sep).join('/'))
      clearTimeout(timer)
      timer = setTimeout(() => {
        building = building.then(build)
      }, QUIET_MS)
    },
  )
  return async () => {
    clearTimeout(timer)
    unwatch()
    await building
  }
}

/** Returns the code of the functions below `root`. Reuses bundles of earlier runs if their sources are unchanged. */
export const bundledCode = (root: string, log: Log) => {
  const bundles = functionBundles({ root })
  bundles.catch(() => {})
  let stopWatching = async () => {}
  const buildAll = async () => {
    const started = performance.now()
    let lastMessage = started
    const { built } = await (await bundles).buildAll(({ built, stale }) => {
      const now = performance.now()
      if (now - lastMessage < PROGRESS_MS || built === stale) return
      lastMessage = now
      log({ type: 'progress', text: `${built} of ${stale} bundles built`, ms: now - started })
    })
    const text = built === 0 ? 'bundles up to date' : `${built} bundles built`
    log({ type: 'progress', text, ms: performance.now() - started })
  }
  return {
    start: bundleThreads(join(root, 'dist'), async (name) => (await bundles).ensureCurrent(name)),
    buildAll: () => buildAll().catch((error: unknown) => log({ type: 'note', level: 'error', text: messageOf(error) })),
    /** Rebuilds bundles when their files change. Calls `onChange` with the names of functions whose code differs. */
    watch: (onChange: (names: readonly string[]) => void) => {
      stopWatching = watchSources(root, bundles, { onChange, log })
    },
    stop: async () => {
      await stopWatching()
      await (await bundles).stop()
    },
  }
}

export const codeWithoutBundles = (start: StartEnvironment): BundledCode => ({
  start,
  buildAll: async () => {},
  watch: () => {},
  stop: async () => {},
})
