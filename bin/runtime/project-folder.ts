import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { EXIT, Failure } from '@signet/command-line'

export interface ProjectFile {
  readonly path: string
  readonly content: string
}

export interface MergedFile extends ProjectFile {
  readonly status: string
}

/** The inputs of a scaffold, which an update sends back to the service. */
export interface ScaffoldAnswers {
  readonly intention: string
  readonly files?: Readonly<Record<string, unknown>>
}

export const ANSWERS = '.scaffold/answers.json'

/** Returns the path of a project's file on this machine. @throws Failure if the path is outside of the folder */
export const pathIn = (folder: string, path: string): string => {
  const normalized = normalize(path)
  if (isAbsolute(path) || normalized === '..' || normalized.startsWith(`..${sep}`))
    throw new Failure(EXIT.failed, `The service returned a path outside of the folder: ${JSON.stringify(path)}`)
  return join(folder, normalized)
}

/** Reads the inputs of a scaffold; undefined if the folder contains no scaffold. */
export const readAnswers = async (folder: string): Promise<ScaffoldAnswers | undefined> => {
  let text: string
  try {
    text = await readFile(join(folder, ANSWERS), 'utf8')
  } catch {
    return undefined
  }
  try {
    return JSON.parse(text) as ScaffoldAnswers
  } catch {
    throw new Failure(EXIT.usage, `${join(folder, ANSWERS)} is not valid JSON. Restore it from version control`)
  }
}

/** Reads the files that exist. Omits those that the user deleted, so that an update does not create them again. */
export const readFiles = async (folder: string, paths: readonly string[]): Promise<readonly ProjectFile[]> => {
  const files = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(pathIn(folder, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw new Failure(EXIT.usage, `${pathIn(folder, path)} cannot be read (${error.code})`)
      })
      return content === undefined ? [] : [{ path, content }]
    }),
  )
  return files.flat()
}

/** Orders files so that the inputs are written last: without them, the folder is not a scaffold yet. */
const answersLast = <F extends ProjectFile>(files: readonly F[]): readonly F[] =>
  files.toSorted((a, b) => Number(a.path === ANSWERS) - Number(b.path === ANSWERS))

export const writeNew = async (folder: string, files: readonly ProjectFile[]): Promise<void> => {
  for (const { path, content } of answersLast(files)) {
    const target = pathIn(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content, { flag: 'wx' })
  }
}

export const applyMerge = async (folder: string, files: readonly MergedFile[]): Promise<void> => {
  for (const { path, content, status } of answersLast(files)) {
    const target = pathIn(folder, path)
    if (status === 'removed') {
      await rm(target, { force: true })
      continue
    }
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
}
