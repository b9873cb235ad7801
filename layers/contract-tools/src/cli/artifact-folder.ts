import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type GeneratedFiles, jsonText } from '../generated-files.ts'
import { MANIFEST_FILE } from './contract-files.ts'

/** The planned changes of a build to a folder: relative paths with `/`. */
export interface ArtifactPlan {
  readonly files: GeneratedFiles
  /** Files that differ from the folder. */
  readonly changed: readonly string[]
  /** Files of earlier builds that this build does not generate. */
  readonly stale: readonly string[]
}

const textAt = (folder: string, path: string): Promise<string | undefined> =>
  readFile(join(folder, path), 'utf8').catch(() => undefined)

/** Returns the files that earlier builds wrote. Only these are ever removed. */
const earlierFilesOf = async (folder: string): Promise<readonly string[]> => {
  const text = await textAt(folder, MANIFEST_FILE)
  const { files = [] } = text === undefined ? {} : (JSON.parse(text) as { files?: readonly string[] })
  return files.filter((path) => !path.split('/').includes('..'))
}

export const planArtifacts = async (folder: string, files: GeneratedFiles): Promise<ArtifactPlan> => {
  const paths = Object.keys(files).sort()
  const differs = await Promise.all(paths.map(async (path) => (await textAt(folder, path)) !== files[path]))
  const earlierFiles = await earlierFilesOf(folder)
  const stale = earlierFiles.filter((path) => files[path] === undefined)
  return { files, changed: paths.filter((_, i) => differs[i]), stale }
}

const removeEmptyFolders = async (folder: string, path: string): Promise<void> => {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    const isRemoved = await rmdir(join(folder, parent)).then(
      () => true,
      () => false,
    )
    if (!isRemoved) return
  }
}

/** Writes changed files, removes stale ones and folders that become empty, and records the files of the build. */
export const writeArtifacts = async (folder: string, { files, changed, stale }: ArtifactPlan): Promise<void> => {
  const parents = new Set(changed.map((path) => dirname(join(folder, path))))
  await Promise.all([...parents].map((parent) => mkdir(parent, { recursive: true })))
  await Promise.all(changed.map((path) => writeFile(join(folder, path), files[path] ?? '')))
  for (const path of stale) {
    await rm(join(folder, path), { force: true })
    await removeEmptyFolders(folder, path)
  }
  const manifest = jsonText({ writtenBy: 'signet-contracts build', files: Object.keys(files).sort() })
  if ((await textAt(folder, MANIFEST_FILE)) === manifest) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, MANIFEST_FILE), manifest)
}
