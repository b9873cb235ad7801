import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Metafile } from 'esbuild'
import { isPageProgram, pageProgramInputs } from './page-programs.ts'
import { isTemplateModule, templateInputs } from './scaffold-templates.ts'

/** The sources and output files of a built bundle, by which a later run detects that the bundle is current. */
export interface BundleRecord {
  /** The digest of the files that affect all bundles. */
  readonly settings: string
  readonly sources: Readonly<Record<string, string>>
  /** The size and modification time of each file, by path from the root. */
  readonly outputs: Readonly<Record<string, string>>
}

const SOURCES = [
  '{lambdas,layers,console}/**/*.{ts,tsx,css,json,html}',
  'layers/scaffolds/templates/**/*.{ts,js,html,css,json,md,sql}',
  // Patterns with a star do not match files that begin with a dot.
  'layers/scaffolds/templates/shared/project/{.gitignore,.github/workflows/ci.yml}',
  'lib/*.ts',
  'package-lock.json',
  'tsconfig*.json',
]
const IS_SETTING = /^(?:lib\/[^/]+\.ts|package-lock\.json|layers\/[^/]+\/package\.json|(?:.*\/)?tsconfig[^/]*\.json)$/
/**
 * Modules whose bundles contain data from contracts that they do not import: operation tables of siblings, and the
 * console's documents.
 */
const DEPENDS_ON_CONTRACTS = /^(?:layers\/http-client\/siblings\/tables\.ts|console\/shell\/main\.tsx)$/
const IS_CONTRACT_SOURCE = /^(?:lambdas\/[^/]+\/contract|layers)\/.*\.ts$/

/** Files are read in chunks. All files at once would be 33 MB, which an idle runner would not release. */
const BUFFER = Buffer.allocUnsafe(65_536)

/** Reads the next chunk of a file into BUFFER. Returns its length in bytes, 0 at the end. */
const readChunk = (file: number): number => readSync(file, BUFFER, 0, BUFFER.length, null)

/** Returns the digest of a file; undefined if it does not exist. */
export const digestOf = (path: string): string | undefined => {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const hash = createHash('sha256').update(`${fstatSync(file).size}\0`)
    for (let bytes = readChunk(file); bytes > 0; bytes = readChunk(file)) hash.update(BUFFER.subarray(0, bytes))
    return hash.digest('base64url')
  } finally {
    closeSync(file)
  }
}

export interface Sources {
  readonly digests: ReadonlyMap<string, string>
  /** The digest of the bundler's sources, the lockfile, and the package and compiler settings. */
  readonly settings: string
  /** The digest of the contracts of all domains and of their imports, as they were when this process started. */
  readonly contracts: string
}

const combinedDigest = (digests: Sources['digests'], pattern: RegExp): string => {
  const hash = createHash('sha256')
  for (const [file, digest] of [...digests].sort()) if (pattern.test(file)) hash.update(`${file}\0${digest}\0`)
  return hash.digest('base64url')
}

const updateDigest = (digests: Map<string, string>, root: string, file: string): void => {
  const digest = digestOf(join(root, file))
  if (digest === undefined) digests.delete(file)
  else digests.set(file, digest)
}

export const readSources = async (root: string): Promise<Sources> => {
  const digests = new Map<string, string>()
  for await (const file of glob(SOURCES, { cwd: root, exclude: (name) => name.includes('node_modules') }))
    updateDigest(digests, root, file.replaceAll('\\', '/'))
  return {
    digests,
    settings: combinedDigest(digests, IS_SETTING),
    contracts: combinedDigest(digests, IS_CONTRACT_SOURCE),
  }
}

/**
 * Returns the sources after these files (paths from the root) changed. The digest of contracts is unchanged: this
 * process has already imported the contracts, so only the next process uses the change.
 */
export const changedSources = (root: string, { digests, contracts }: Sources, files: Iterable<string>): Sources => {
  const changed = new Map(digests)
  for (const file of files) updateDigest(changed, root, file)
  return { digests: changed, settings: combinedDigest(changed, IS_SETTING), contracts }
}

/** Returns the size and modification time of a file; empty if it does not exist. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.size} ${stats.mtimeMs}` : ''
}

const projectInputs = (root: string, { inputs }: Metafile): string[] => {
  const files = Object.keys(inputs).filter((file) => !file.includes('node_modules') && !/^[\w-]+:/.test(file))
  const programFiles = files.filter(isPageProgram).flatMap((file) => pageProgramInputs(join(root, file)))
  const templateFiles = files.filter(isTemplateModule).flatMap((file) => templateInputs(join(root, file)))
  return [...files, ...[...programFiles, ...templateFiles].map((file) => relative(root, file).replaceAll('\\', '/'))]
}

/** Key of a record's sources for the combined digest of all contracts. */
const CONTRACTS = 'lambdas/*/contract'

const sourceDigest = (file: string, { digests, contracts }: Sources): string =>
  file === CONTRACTS ? contracts : (digests.get(file) ?? '')

/** Returns the record of a build. `files` are absolute paths. */
export const recordOf = (
  root: string,
  { metafile, files }: { readonly metafile: Metafile; readonly files: readonly string[] },
  sources: Sources,
): BundleRecord => {
  const inputs = projectInputs(root, metafile)
  const sourceFiles = inputs.some((path) => DEPENDS_ON_CONTRACTS.test(path)) ? [...inputs, CONTRACTS] : inputs
  return {
    settings: sources.settings,
    sources: Object.fromEntries(sourceFiles.map((file) => [file, sourceDigest(file, sources)])),
    outputs: Object.fromEntries(files.map((file) => [relative(root, file), stampOf(file)])),
  }
}

export const isCurrent = (root: string, record: BundleRecord | undefined, sources: Sources): boolean =>
  record !== undefined &&
  record.settings === sources.settings &&
  Object.entries(record.outputs).every(([file, stamp]) => stampOf(join(root, file)) === stamp) &&
  Object.entries(record.sources).every(([file, digest]) => digest === sourceDigest(file, sources))

export const dependsOn = ({ sources }: BundleRecord, file: string): boolean => Object.hasOwn(sources, file)

/** Reads the records of an earlier run, by bundle; empty without an earlier run. */
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
