import { randomUUID } from 'node:crypto'
import { watch } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type BuildOptions, type BuildResult, build, context, type Metafile } from 'esbuild'
import { slimming } from './bundle-slimming.ts'

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
  /** Bundles whose bytes differ from what was there before. */
  readonly changed: readonly string[]
  readonly metafile: Metafile
}

/** `lambdas/imagegen/api/handler.ts` is bundled as `imagegen-api`, `lambdas/health/handler.ts` as `health`. */
export const bundleName = (handlerFile: string): string => dirname(handlerFile).split(/[\\/]/).slice(1).join('-')

async function handlerFiles(root: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('lambdas/**/handler.ts', { cwd: root })) {
    if (!file.includes('node_modules')) found.push(file)
  }
  return found.sort()
}

async function options(root: string, out: string): Promise<BuildOptions & { write: false; metafile: true }> {
  const files = await handlerFiles(root)
  return {
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: file, out: `${bundleName(file)}/index` })),
    outdir: out,
    outExtension: { '.js': '.mjs' },
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
    external: ['sharp'],
    // Definitions are checked by the tests and the synthesis of the same commit; a cold start need not do it again.
    define: { SIGNET_CONTRACT_CHECKS: 'false' },
    // CommonJS dependencies call require(), which an ES module does not have. Long names: esbuild gives out short ones.
    // Zod is told to interpret its schemas: to compile one costs a cold start a millisecond, and saves microseconds later.
    banner: {
      js: "globalThis.__zod_globalConfig={jitless:true};import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);",
    },
    // Emulators load bundles by require(), which refuses a module that awaits at its top level.
    supported: { 'top-level-await': false },
    plugins: [...slimming],
    logLevel: 'silent',
  }
}

/** Writes by rename, so that a function that starts meanwhile, or another build, never reads half a bundle. */
async function replace(path: string, contents: Uint8Array): Promise<boolean> {
  const before = await readFile(path).catch(() => undefined)
  if (before?.equals(contents)) return false
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.${randomUUID()}.partial`
  await writeFile(partial, contents)
  await rename(partial, path)
  return true
}

async function emit(
  root: string,
  out: string,
  result: BuildResult<{ write: false; metafile: true }>,
): Promise<Bundled> {
  const names = new Set<string>()
  const changed = new Set<string>()
  for (const file of result.outputFiles) {
    const name = dirname(relative(join(root, out), file.path))
    names.add(name)
    const differs = await replace(file.path, file.contents)
    if (differs && file.path.endsWith('.mjs')) changed.add(name)
  }
  await replace(join(root, out, 'meta.json'), Buffer.from(JSON.stringify(result.metafile)))
  return { names: [...names].sort(), changed: [...changed].sort(), metafile: result.metafile }
}

/** What esbuild found wrong, as file:line: message, with nothing of its own stack. */
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
 * Bundles every `lambdas/**` `/handler.ts` into `dist/<name>/index.mjs` with its source map, in one esbuild pass, and
 * writes esbuild's metafile to `dist/meta.json`. Bundles of handlers that are gone are removed.
 * @throws BundleError naming file, line and what is wrong.
 */
export async function bundleFunctions({ root = projectRoot, out = 'dist' }: BundleOptions = {}): Promise<Bundled> {
  try {
    const bundled = await emit(root, out, await build(await options(root, out)))
    for await (const file of glob('*/index.mjs', { cwd: join(root, out) })) {
      if (!bundled.names.includes(dirname(file))) await rm(join(root, out, dirname(file)), { recursive: true })
    }
    return bundled
  } catch (cause) {
    throw asBundleError(cause)
  }
}

/**
 * Rebuilds when a file under `lambdas/` or `layers/` changes and names the bundles whose bytes changed. A build that
 * fails is reported to `onError`, and the bundles stay as they were. Files are watched by the kernel's notifications:
 * esbuild's own watcher polls, which costs up to two seconds.
 */
export async function watchBundles(
  onChange: (names: readonly string[]) => void,
  { root = projectRoot, out = 'dist', onError }: BundleOptions & { onError?: (error: unknown) => void } = {},
): Promise<{ stop(): Promise<void> }> {
  let entries = (await handlerFiles(root)).join()
  let builder = await context(await options(root, out))
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const rebuild = async () => {
    const now = (await handlerFiles(root)).join()
    if (now !== entries) {
      entries = now
      await builder.dispose()
      builder = await context(await options(root, out))
    }
    const result = (await builder.rebuild()) as BuildResult<{ write: false; metafile: true }>
    const { changed } = await emit(root, out, result)
    if (changed.length > 0) onChange(changed)
  }
  const schedule = (_event: string, file: string | null) => {
    if (file?.includes(`node_modules${sep}`) || file?.endsWith('.partial')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(rebuild).catch((cause: unknown) => onError?.(asBundleError(cause)))
    }, 30)
  }
  const watchers = ['lambdas', 'layers'].flatMap((folder) => {
    try {
      return [watch(join(root, folder), { recursive: true }, schedule)]
    } catch {
      return []
    }
  })
  return {
    async stop() {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await running
      await builder.dispose()
    },
  }
}
