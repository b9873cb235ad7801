import { randomUUID } from 'node:crypto'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild'
import pMap from 'p-map'
import { affectedHandlers, bundleName } from './affected-handlers.ts'
import { slimmingFor } from './bundle-slimming.ts'
import { bundleConsole, isConsoleSource } from './console-bundle.ts'
import { withEsbuild } from './esbuild-service.ts'
import { lateSchemas } from './late-schemas.ts'
import { layeredModules } from './layered-modules.ts'
import { leanHttp } from './lean-http.ts'
import { pagePrograms } from './page-programs.ts'
import { siblingOperations } from './sibling-operations.ts'
import { watchFolders } from './watch-folders.ts'

/** Where the project starts; every path of this module is relative to it. */
const projectRoot = dirname(import.meta.dirname)

export interface BundleOptions {
  /** The folder that holds `lambdas/`; default: this project. */
  readonly root?: string
  /** Where bundles go, relative to root; default `dist`. */
  readonly out?: string
}

export interface Bundled {
  readonly names: readonly string[]
  /** Bundles whose bytes differ from those before. */
  readonly changed: readonly string[]
  readonly metafile: Metafile
}

export const handlerFiles = async (root: string): Promise<string[]> => {
  const files: string[] = []
  for await (const file of glob('lambdas/**/handler.ts', { cwd: root })) {
    if (!file.includes('node_modules')) files.push(file)
  }
  return files.sort()
}

type InMemory = BuildOptions & { write: false; metafile: true }
type Output = BuildResult<{ write: false; metafile: true }>

/** One build a function: modules that it loads on its first event become chunks in its own folder, shared with no other. */
const options = (root: string, out: string, file: string): InMemory => {
  return {
    absWorkingDir: root,
    entryPoints: [{ in: file, out: 'index' }],
    outdir: join(out, bundleName(file)),
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'chunk-[hash]',
    bundle: true,
    minify: true,
    keepNames: false,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    conditions: ['module'],
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    sourcesContent: false,
    // Definitions are checked by the tests and the synthesis of the same commit; a cold start need not do it again.
    define: { SIGNET_CONTRACT_CHECKS: 'false' },
    // CommonJS dependencies call require(), which an ES module does not have. Long names: esbuild gives out short ones.
    // Zod interprets its schemas: compiling one costs 0.4 ms at its first parse and saves microseconds later.
    banner: {
      js: "globalThis.__zod_globalConfig={jitless:true};import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
    },
    // Emulators load bundles by require(), which refuses a module that awaits at its top level.
    supported: { 'top-level-await': false },
    plugins: [
      ...slimmingFor(bundleName(file)),
      siblingOperations(bundleName(file)),
      lateSchemas,
      leanHttp,
      pagePrograms,
      layeredModules(['sharp']),
    ],
    logLevel: 'silent',
  }
}

/** Concurrent builds. esbuild uses all cores for one: more of them save no time and use 4 GB instead of 0.5. */
const AT_ONCE = 2

/** Bundles of handlers, in their order. */
const buildAll = async (root: string, out: string, files: readonly string[]): Promise<readonly Output[]> =>
  withEsbuild(() => pMap(files, (file) => build(options(root, out, file)), { concurrency: AT_ONCE }))

/** Writes by rename, so that a function that starts meanwhile, or another build, never reads half a bundle. */
const replace = async (path: string, contents: Uint8Array): Promise<boolean> => {
  const before = await readFile(path).catch(() => undefined)
  if (before?.equals(contents)) return false
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.${randomUUID()}.partial`
  await writeFile(partial, contents)
  await rename(partial, path)
  return true
}

const isCode = (path: string): boolean => path.endsWith('.mjs')

/** Chunks are named by their contents: those of an earlier build would be deployed with every later one. */
const removeStale = async (folder: string, current: readonly string[]): Promise<void> => {
  for await (const file of glob('*.mjs{,.map}', { cwd: folder })) {
    if (!current.includes(join(folder, file))) await rm(join(folder, file))
  }
}

/** Writes chunks before the entry that imports them, so that a function which starts meanwhile finds them. */
const emit = async (
  root: string,
  out: string,
  results: readonly Output[],
  others: Metafile = { inputs: {}, outputs: {} },
): Promise<Bundled> => {
  const names = new Set<string>()
  const changed = new Set<string>()
  const metafile: Metafile = { inputs: { ...others.inputs }, outputs: { ...others.outputs } }
  for (const result of results) {
    const files = result.outputFiles.toSorted(
      (a, b) => Number(/index\.mjs/.test(a.path)) - Number(/index\.mjs/.test(b.path)),
    )
    for (const file of files) {
      const name = dirname(relative(join(root, out), file.path))
      names.add(name)
      if ((await replace(file.path, file.contents)) && isCode(file.path)) changed.add(name)
    }
    const built = new Set(files.map(({ path }) => dirname(relative(root, path))))
    for (const file of Object.keys(metafile.outputs)) if (built.has(dirname(file))) delete metafile.outputs[file]
    Object.assign(metafile.inputs, result.metafile.inputs)
    Object.assign(metafile.outputs, result.metafile.outputs)
  }
  await replace(join(root, out, 'meta.json'), Buffer.from(JSON.stringify(metafile)))
  return { names: [...names].sort(), changed: [...changed].sort(), metafile }
}

/** esbuild's errors, as file:line: message, without esbuild's own stack. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
}

const asBundleError = (cause: unknown): unknown => {
  const errors = (cause as { errors?: { text: string; location?: { file: string; line: number } | null }[] }).errors
  if (!Array.isArray(errors)) return cause
  const lines = errors.map(({ text, location }) => (location ? `${location.file}:${location.line}: ${text}` : text))
  return new BundleError(`The functions do not bundle:\n  ${lines.join('\n  ')}`, { cause })
}

/**
 * Bundles every `lambdas/**` `/handler.ts` into `dist/<name>/`: `index.mjs`, the chunks that it imports later, their source
 * maps; and writes esbuild's metafile to `dist/meta.json`. Bundles of handlers that are gone are removed.
 * @throws BundleError naming file, line and fault.
 */
export const bundleFunctions = async ({ root = projectRoot, out = 'dist' }: BundleOptions = {}): Promise<Bundled> => {
  try {
    const files = await handlerFiles(root)
    const results = await buildAll(root, out, files)
    const bundled = await emit(root, out, results)
    await removeStaleOf(root, results)
    for await (const file of glob('*/index.mjs', { cwd: join(root, out) })) {
      if (!bundled.names.includes(dirname(file))) await rm(join(root, out, dirname(file)), { recursive: true })
    }
    return bundled
  } catch (cause) {
    throw asBundleError(cause)
  }
}

const lastMetafile = async (root: string, out: string): Promise<Metafile> =>
  JSON.parse(await readFile(join(root, out, 'meta.json'), 'utf8').catch(() => '{"inputs":{},"outputs":{}}')) as Metafile

const removeStaleOf = async (root: string, results: readonly Output[]): Promise<void> => {
  for (const { outputFiles } of results) {
    const paths = outputFiles.map(({ path }) => path)
    await removeStale(dirname(paths[0] ?? root), paths)
  }
}

/**
 * Bundles again what a change of these files, by their paths from the root, may change: all functions where a file is in
 * no bundle that is known. Chunks that no bundle names any more stay for functions that run; `cleans` removes them.
 * @throws BundleError naming file, line and fault.
 */
export const rebundle = async (
  paths: Iterable<string>,
  { root = projectRoot, out = 'dist', cleans = false }: BundleOptions & { readonly cleans?: boolean } = {},
): Promise<Bundled> => {
  try {
    const metafile = await lastMetafile(root, out)
    const results = await buildAll(root, out, affectedHandlers(await handlerFiles(root), metafile, out, [...paths]))
    const bundled = await emit(root, out, results, metafile)
    if (cleans) await removeStaleOf(root, results)
    return bundled
  } catch (cause) {
    throw asBundleError(cause)
  }
}

/** Files that a bundle can be made of; editors write others beside them. */
const IS_SOURCE = /\.(?:tsx?|css|json|html)$/

/**
 * Rebuilds what is made of a file under `lambdas/` or `layers/` that changes, and names the functions whose bytes changed. A
 * build that fails is reported to `onError`, and the bundles stay as they were. Files are watched by the kernel's
 * notifications: esbuild's own watcher polls, which costs up to two seconds, and its contexts hold 5 GB for forty functions.
 */
export const watchBundles = (
  onChange: (names: readonly string[]) => void,
  { root = projectRoot, out = 'dist', onError }: BundleOptions & { onError?: (error: unknown) => void } = {},
): { stop(): Promise<void> } => {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let paths = new Set<string>()
  const rebuild = async () => {
    const taken = paths
    paths = new Set()
    try {
      const paths = [...taken]
      if (paths.some(isConsoleSource)) await bundleConsole(root, out)
      const functionPaths = paths.filter((path) => !isConsoleSource(path))
      if (functionPaths.length === 0) return
      const { changed } = await rebundle(functionPaths, { root, out })
      if (changed.length > 0) onChange(changed)
    } catch (error) {
      // The next change builds a failed bundle again.
      for (const path of taken) paths.add(path)
      throw error
    }
  }
  const schedule = (path: string) => {
    if (!IS_SOURCE.test(path)) return
    paths.add(relative(root, path).split(sep).join('/'))
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(rebuild).catch((error: unknown) => onError?.(error))
    }, 30)
  }
  const unwatch = watchFolders([join(root, 'lambdas'), join(root, 'layers')], schedule)
  return {
    async stop() {
      clearTimeout(timer)
      unwatch()
      await running
    },
  }
}
