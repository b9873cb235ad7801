import { createHash, type Hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Bundled, bundleFunctions } from '../bundle.ts'

export interface CachedBundles {
  readonly names: readonly string[]
  /** Whether an earlier run made them from the same sources. */
  readonly kept: boolean
}

/** The record of an earlier run: digests of its sources and of its bundles. */
interface Record {
  readonly names: readonly string[]
  readonly sources: string
  readonly bundles: string
}

/** All files that a bundle can be made of; the lockfile stands for installed packages. */
const SOURCES = ['{lambdas,layers}/**/*.{ts,tsx,css,json,html}', 'lib/*.ts', 'package-lock.json']

/** Read piece by piece: all files at once are 33 MB, which the runner would keep for as long as nothing happens. */
const PIECE = Buffer.allocUnsafe(65_536)

/** Reads the next piece of a file into PIECE; returns its length in bytes, 0 at the end. */
const readPiece = (file: number): number => readSync(file, PIECE, 0, PIECE.length, null)

/** Adds name, size and bytes of a file; a file that is gone by now counts as empty. */
const addFile = (hash: Hash, root: string, name: string): void => {
  let file: number
  try {
    file = openSync(join(root, name), 'r')
  } catch {
    hash.update(`${name}\0`)
    return
  }
  try {
    hash.update(`${name}\0${fstatSync(file).size}\0`)
    for (let bytes = readPiece(file); bytes > 0; bytes = readPiece(file)) hash.update(PIECE.subarray(0, bytes))
  } finally {
    closeSync(file)
  }
}

const digestOf = async (root: string, patterns: readonly string[]): Promise<string> => {
  const files = new Set<string>()
  for await (const file of glob([...patterns], { cwd: root, exclude: (name) => name.includes('node_modules') })) {
    files.add(file)
  }
  const hash = createHash('sha256')
  for (const file of [...files].sort()) addFile(hash, root, file)
  return hash.digest('hex')
}

const read = async (file: string): Promise<Partial<Record>> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record
  } catch {
    return {}
  }
}

const bundlesOf = (root: string) => digestOf(root, ['dist/*/*.mjs'])

/** Bundles the functions into `dist` and records their sources, so that the next start need not bundle again. */
export const bundleAndRecord = async (root: string, record: string): Promise<Bundled> => {
  const sources = await digestOf(root, SOURCES)
  const made = await bundleFunctions({ root })
  await mkdir(dirname(record), { recursive: true })
  const written: Record = { names: made.names, sources, bundles: await bundlesOf(root) }
  await writeFile(record, JSON.stringify(written))
  return made
}

/** Bundles the functions into `dist`, unless the bundles there are unchanged and were made from the same sources. */
export const cachedBundles = async (root: string, record: string): Promise<CachedBundles> => {
  const [last, sources, present] = await Promise.all([read(record), digestOf(root, SOURCES), bundlesOf(root)])
  if (last.sources === sources && last.bundles === present && last.names) return { names: last.names, kept: true }
  const { names } = await bundleAndRecord(root, record)
  return { names, kept: false }
}
