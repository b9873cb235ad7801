import { randomUUID } from 'node:crypto'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild'
import pMap from 'p-map'
import { slimmingFor } from './bundle-slimming.ts'
import { withEsbuild } from './esbuild-service.ts'
import { bundleName, handlersIn } from './handlers.ts'
import { lateSchemas } from './late-schemas.ts'
import { layeredModules } from './layered-modules.ts'
import { leanHttp } from './lean-http.ts'
import { pagePrograms } from './page-programs.ts'
import { scaffoldTemplates } from './scaffold-templates.ts'
import { siblingOperations } from './sibling-operations.ts'

const projectRoot = dirname(import.meta.dirname)

export interface BundleOptions {
  readonly root?: string
  /** The output folder, relative to root; default `dist`. */
  readonly out?: string
}

export interface WrittenBundle {
  readonly name: string
  /** True if its code differs from that of the previous build. */
  readonly isChanged: boolean
  readonly files: readonly string[]
  readonly metafile: Metafile
}

export interface FunctionsBuild {
  readonly names: readonly string[]
  readonly changed: readonly string[]
  readonly metafile: Metafile
}

/** Maximum of parallel builds. One build already uses all cores: more would save no time, and use 4 GB instead of 0.5. */
export const BUILDS_AT_ONCE = 2

type InMemoryBuildOptions = BuildOptions & { write: false; metafile: true }

/**
 * Returns the build options of a function. Each function has a separate build: modules that it loads on its first event
 * become chunks in its folder, and unused code is removed. One build of all functions with shared chunks would not
 * remove it (docs/adr/0043).
 */
const buildOptions = (root: string, out: string, file: string): InMemoryBuildOptions => ({
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
  // Tests and the synthesis of the same commit check the definitions. A cold start skips these checks.
  define: { SIGNET_CONTRACT_CHECKS: 'false' },
  // CommonJS dependencies call require(), which an ES module lacks. The long name cannot collide with names that
  // esbuild generates.
  // Zod interprets its schemas: compiling one costs 0.4 ms at its first parse and saves microseconds later.
  banner: {
    js: "globalThis.__zod_globalConfig={jitless:true};import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
  },
  // Emulators load bundles with require(), which fails for a module with a top-level await.
  supported: { 'top-level-await': false },
  plugins: [
    ...slimmingFor(bundleName(file)),
    siblingOperations(bundleName(file)),
    lateSchemas,
    leanHttp,
    pagePrograms,
    scaffoldTemplates,
    layeredModules(['sharp']),
  ],
  logLevel: 'silent',
})

/** Replaces a file by rename, so that a starting function or another build never reads a partial bundle. */
const replaceFile = async (path: string, contents: Uint8Array): Promise<boolean> => {
  const previous = await readFile(path).catch(() => undefined)
  if (previous?.equals(contents)) return false
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.${randomUUID()}.partial`
  await writeFile(partial, contents)
  await rename(partial, path)
  return true
}

const isCode = (path: string): boolean => path.endsWith('.mjs')
const isEntry = (path: string): boolean => /[\\/]index\.mjs/.test(path)

/** Writes chunks before the entry that imports them, so that a function that starts in the meantime can load them. */
const writeBundle = async (
  name: string,
  { outputFiles, metafile }: BuildResult<{ write: false; metafile: true }>,
): Promise<WrittenBundle> => {
  let isChanged = false
  for (const { path, contents } of outputFiles.toSorted((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)))) {
    if ((await replaceFile(path, contents)) && isCode(path)) isChanged = true
  }
  return { name, isChanged, files: outputFiles.map(({ path }) => path), metafile }
}

/** The errors of esbuild as `file:line: message`, without its stack. */
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
 * Bundles one handler, by its path from the root, into `dist/<name>/`: `index.mjs`, the chunks that it imports later,
 * and their source maps. Chunks of earlier builds remain for running functions.
 * @throws BundleError with file, line and error.
 */
export const bundleHandler = async (
  file: string,
  { root = projectRoot, out = 'dist' }: BundleOptions = {},
): Promise<WrittenBundle> => {
  try {
    return await writeBundle(bundleName(file), await withEsbuild(() => build(buildOptions(root, out, file))))
  } catch (cause) {
    throw asBundleError(cause)
  }
}

/** Removes chunks of earlier builds. Later builds do not overwrite them, because their names contain hashes. */
export const removeStaleChunks = async ({ files }: Pick<WrittenBundle, 'files'>): Promise<void> => {
  const folder = dirname(files[0] ?? '')
  for await (const file of glob('*.mjs{,.map}', { cwd: folder })) {
    if (!files.includes(join(folder, file))) await rm(join(folder, file))
  }
}

export const removeStaleBundles = async (root: string, out: string, names: ReadonlySet<string>): Promise<void> => {
  for await (const file of glob('*/index.mjs', { cwd: join(root, out) })) {
    if (!names.has(dirname(file))) await rm(join(root, out, dirname(file)), { recursive: true })
  }
}

/**
 * Bundles every `handler.ts` below `lambdas`. Removes bundles of handlers that no longer exist.
 * @throws BundleError with file, line and error.
 */
export const bundleFunctions = async ({
  root = projectRoot,
  out = 'dist',
}: BundleOptions = {}): Promise<FunctionsBuild> => {
  const handlers = await handlersIn(root)
  const metafile: Metafile = { inputs: {}, outputs: {} }
  const changed: string[] = []
  await withEsbuild(() =>
    pMap(
      handlers.values(),
      async (file) => {
        const written = await bundleHandler(file, { root, out })
        await removeStaleChunks(written)
        if (written.isChanged) changed.push(written.name)
        Object.assign(metafile.inputs, written.metafile.inputs)
        Object.assign(metafile.outputs, written.metafile.outputs)
      },
      { concurrency: BUILDS_AT_ONCE },
    ),
  )
  await removeStaleBundles(root, out, new Set(handlers.keys()))
  return { names: [...handlers.keys()], changed: changed.sort(), metafile }
}
