import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Metafile } from 'esbuild'
import { isPageProgram, pageProgramInputs } from './page-programs.ts'

/** What a bundle was made of and what it consists of: whether an earlier run has made it from the same sources. */
export interface BundleRecord {
  /** Digest of the bundler's own sources and of the installed packages. */
  readonly settings: string
  readonly sources: Readonly<Record<string, string>>
  /** Size and time of change of each file, by its path from the root. */
  readonly outputs: Readonly<Record<string, string>>
}

/** All files of the project that a bundle can be made of. */
const SOURCES = ['{lambdas,layers}/**/*.{ts,tsx,css,json,html}', 'lib/*.ts', 'package-lock.json']
const IS_SETTING = /^(?:lib\/[^/]+\.ts|package-lock\.json)$/
/** Made from contracts, which are no inputs of the build: the tables of siblings, and the console's documents of APIs. */
const IS_MADE_OF_CONTRACTS = /^(?:layers\/siblings\/src\/tables\.ts|lambdas\/console\/client\/shell\/main\.tsx)$/
const IS_CONTRACT = /^lambdas\/[^/]+\/contract\//

/** Read piece by piece: all files at once are 33 MB, which the runner would keep for as long as nothing happens. */
const PIECE = Buffer.allocUnsafe(65_536)

/** Reads the next piece of a file into PIECE; returns its length in bytes, 0 at the end. */
const readPiece = (file: number): number => readSync(file, PIECE, 0, PIECE.length, null)

/** The digest of a file; undefined for one that does not exist. */
export const digestOf = (path: string): string | undefined => {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const hash = createHash('sha256').update(`${fstatSync(file).size}\0`)
    for (let bytes = readPiece(file); bytes > 0; bytes = readPiece(file)) hash.update(PIECE.subarray(0, bytes))
    return hash.digest('base64url')
  } finally {
    closeSync(file)
  }
}

/** The project's sources as they are now. */
export interface Sources {
  /** Digests of files, by their paths from the root. */
  readonly digests: ReadonlyMap<string, string>
  /** The digest of everything that concerns all bundles. */
  readonly settings: string
  /** The digest of the contracts of all domains. */
  readonly contracts: string
}

const together = (digests: Sources['digests'], isWanted: RegExp): string => {
  const hash = createHash('sha256')
  for (const [file, digest] of [...digests].sort()) if (isWanted.test(file)) hash.update(`${file}\0${digest}\0`)
  return hash.digest('base64url')
}

const sourcesWith = (digests: Sources['digests']): Sources => ({
  digests,
  settings: together(digests, IS_SETTING),
  contracts: together(digests, IS_CONTRACT),
})

const withDigest = (digests: Map<string, string>, root: string, file: string): void => {
  const digest = digestOf(join(root, file))
  if (digest === undefined) digests.delete(file)
  else digests.set(file, digest)
}

/** Reads every file that a bundle can be made of. */
export const readSources = async (root: string): Promise<Sources> => {
  const digests = new Map<string, string>()
  for await (const file of glob(SOURCES, { cwd: root, exclude: (name) => name.includes('node_modules') }))
    withDigest(digests, root, file.replaceAll('\\', '/'))
  return sourcesWith(digests)
}

/** The sources after a change of these files, by their paths from the root. */
export const changedSources = (root: string, { digests }: Sources, files: Iterable<string>): Sources => {
  const changed = new Map(digests)
  for (const file of files) withDigest(changed, root, file)
  return sourcesWith(changed)
}

/** Size and time of change; empty for a file that does not exist. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.size} ${stats.mtimeMs}` : ''
}

/** The project's own sources among the inputs of a build. */
const ownInputs = (root: string, { inputs }: Metafile): string[] => {
  const files = Object.keys(inputs).filter((file) => !file.includes('node_modules') && !/^[\w-]+:/.test(file))
  const ofPrograms = files.filter(isPageProgram).flatMap((file) => pageProgramInputs(join(root, file)))
  return [...files, ...ofPrograms.map((file) => relative(root, file).replaceAll('\\', '/'))]
}

/** Stands for the contracts of all domains among the sources of a bundle. */
const CONTRACTS = 'lambdas/*/contract'

const sourceDigest = (file: string, { digests, contracts }: Sources): string =>
  file === CONTRACTS ? contracts : (digests.get(file) ?? '')

/** The record of a build of these inputs into these files, by absolute paths. */
export const recordOf = (
  root: string,
  { metafile, files }: { readonly metafile: Metafile; readonly files: readonly string[] },
  sources: Sources,
): BundleRecord => {
  const inputs = ownInputs(root, metafile)
  const all = inputs.some((path) => IS_MADE_OF_CONTRACTS.test(path)) ? [...inputs, CONTRACTS] : inputs
  return {
    settings: sources.settings,
    sources: Object.fromEntries(all.map((file) => [file, sourceDigest(file, sources)])),
    outputs: Object.fromEntries(files.map((file) => [relative(root, file), stampOf(file)])),
  }
}

/** Whether the files of a record exist as they were written, and their sources are the same. */
export const isCurrent = (root: string, record: BundleRecord | undefined, sources: Sources): boolean =>
  record !== undefined &&
  record.settings === sources.settings &&
  Object.entries(record.outputs).every(([file, stamp]) => stampOf(join(root, file)) === stamp) &&
  Object.entries(record.sources).every(([file, digest]) => digest === sourceDigest(file, sources))

/** Whether a change of this file changes what was made by the record. */
export const isMadeOf = ({ sources }: BundleRecord, file: string): boolean =>
  Object.hasOwn(sources, file) || (CONTRACTS in sources && IS_CONTRACT.test(file))

/** The records of an earlier run, by bundle; none if there was no run. */
export const readRecords = async (file: string): Promise<Map<string, BundleRecord>> => {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, BundleRecord>))
  } catch {
    return new Map()
  }
}

export const writeRecords = async (file: string, records: ReadonlyMap<string, BundleRecord>): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(Object.fromEntries(records)))
}
