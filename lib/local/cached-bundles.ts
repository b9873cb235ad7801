import { createHash, type Hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Bundled, bundleFunctions, rebundle } from '../bundle.ts'
import { bundleConsole, hasConsole, isConsoleSource } from '../console-bundle.ts'

export interface CachedBundles {
  readonly names: readonly string[]
  /** Whether an earlier run made all of them from the same sources. */
  readonly kept: boolean
}

type Digests = Readonly<Record<string, string>>

/** The record of an earlier run: digests of its sources and of its bundles. */
interface Made {
  readonly names: readonly string[]
  readonly sources: Digests
  readonly bundles: Digests
}

/** All files that a bundle can be made of; the lockfile stands for installed packages. */
const SOURCES = ['{lambdas,layers}/**/*.{ts,tsx,css,json,html}', 'lib/*.ts', 'package-lock.json']

/** Read piece by piece: all files at once are 33 MB, which the runner would keep for as long as nothing happens. */
const PIECE = Buffer.allocUnsafe(65_536)

/** Reads the next piece of a file into PIECE; returns its length in bytes, 0 at the end. */
const readPiece = (file: number): number => readSync(file, PIECE, 0, PIECE.length, null)

/** Adds size and bytes of a file; a file that is gone by now counts as empty. */
const addFile = (hash: Hash, path: string): Hash => {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return hash
  }
  try {
    hash.update(`${fstatSync(file).size}\0`)
    for (let bytes = readPiece(file); bytes > 0; bytes = readPiece(file)) hash.update(PIECE.subarray(0, bytes))
    return hash
  } finally {
    closeSync(file)
  }
}

const digestsOf = async (root: string, patterns: readonly string[]): Promise<Digests> => {
  const files = new Set<string>()
  for await (const file of glob([...patterns], { cwd: root, exclude: (name) => name.includes('node_modules') })) {
    files.add(file)
  }
  const digests = [...files].sort().map((file) => {
    const digest = addFile(createHash('sha256'), join(root, file)).digest('base64url')
    return [file.replaceAll('\\', '/'), digest] as const
  })
  return Object.fromEntries(digests)
}

const read = async (file: string): Promise<Partial<Made>> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Made
  } catch {
    return {}
  }
}

const bundlesOf = (root: string) => digestsOf(root, ['dist/*/*.mjs'])

/** Files that are in one of both and not the same in the other. */
const differences = (one: Digests, other: Digests): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((file) => one[file] !== other[file])

const write = async (record: string, contents: Made): Promise<void> => {
  await mkdir(dirname(record), { recursive: true })
  await writeFile(record, JSON.stringify(contents))
}

/** Bundles functions and console into `dist` and records their sources, so that the next start need not bundle again. */
export const bundleAndRecord = async (root: string, record: string): Promise<Bundled> => {
  const sources = await digestsOf(root, SOURCES)
  await bundleConsole(root)
  const made = await bundleFunctions({ root })
  await write(record, { names: made.names, sources, bundles: await bundlesOf(root) })
  return made
}

/**
 * Bundles functions and console into `dist`: none if the bundles there were made from the same sources, and only those that a
 * changed source is in if they were made from nearly the same.
 */
export const cachedBundles = async (root: string, record: string): Promise<CachedBundles> => {
  const [last, sources, bundles] = await Promise.all([read(record), digestsOf(root, SOURCES), bundlesOf(root)])
  const { names } = last
  if (!names || !last.sources || differences(last.bundles ?? {}, bundles).length > 0) {
    return { names: (await bundleAndRecord(root, record)).names, kept: false }
  }
  const different = differences(last.sources, sources)
  if (different.some(isConsoleSource) || !hasConsole(root)) await bundleConsole(root)
  const changed = different.filter((file) => !isConsoleSource(file))
  if (changed.length === 0) {
    if (different.length > 0) await write(record, { names, sources, bundles })
    return { names, kept: true }
  }
  const isGone = changed.some((file) => sources[file] === undefined)
  const made = await (isGone ? bundleFunctions({ root }) : rebundle(changed, { root, cleans: true }))
  const all = isGone ? made.names : [...new Set([...names, ...made.names])].sort()
  await write(record, { names: all, sources, bundles: await bundlesOf(root) })
  return { names: all, kept: false }
}
