import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MODULE_FILE = /\.(?:ts|mts|js|mjs)$/
const SKIPPED_FILE = /\.d\.m?ts$|\.(?:test|spec)\.m?[jt]s$|\.config\.m?[jt]s$/
/** Folders that never contain contracts. `generated` is the usual folder of artifacts. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'generated', 'dist', 'coverage', 'test', 'tests', '__tests__'])

const isCandidate = (name: string): boolean =>
  (MODULE_FILE.test(name) && !SKIPPED_FILE.test(name)) || name.endsWith('.json')

/** Lists the files that `build` wrote to a folder. */
export const MANIFEST_FILE = '.signet-contracts.json'
/** Lists the digests of published contracts. */
export const REGISTRY_FILE = 'registry.json'

const findCandidates = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === MANIFEST_FILE || name === REGISTRY_FILE)) return []
  const files = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        return entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name) ? [] : findCandidates(path)
      }
      return entry.isFile() && !entry.name.startsWith('.') && isCandidate(entry.name) ? [path] : []
    }),
  )
  return files.flat()
}

const isBarrel = (path: string): boolean => /(?:^|[\\/])index\.\w+$/.test(path)

/**
 * Returns the files of a folder that may contain contracts, sorted, with re-exporting files (`index.ts`) last; for a
 * file, the file. Excludes tests, declarations, configurations, registries, hidden and generated folders.
 * @throws the file system's error if the path does not exist.
 */
export const contractFiles = async (path: string): Promise<readonly string[]> => {
  if (!(await stat(path)).isDirectory()) return [path]
  const files = await findCandidates(path)
  return files.sort((a, b) => Number(isBarrel(a)) - Number(isBarrel(b)) || (a < b ? -1 : 1))
}
