import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { EXIT, Failure } from '../command-line/failure.mjs'

/** @typedef {{ path: string, content: string }} File */

/** What a scaffold was made of. */
export const ANSWERS = '.scaffold/answers.json'

/** Where a file of a scaffold lies. What a service answers must not lead out of the folder. @param {string} folder @param {string} path */
export const pathIn = (folder, path) => {
  const inside = normalize(path)
  if (isAbsolute(path) || inside === '..' || inside.startsWith(`..${sep}`))
    throw new Failure(EXIT.failed, `The service names a file outside of the folder: ${JSON.stringify(path)}`)
  return join(folder, inside)
}

/** What a scaffold was made of; undefined where none is. @param {string} folder @returns {Promise<any>} */
export const readAnswers = async (folder) => {
  let text
  try {
    text = await readFile(join(folder, ANSWERS), 'utf8')
  } catch {
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(EXIT.usage, `${join(folder, ANSWERS)} is no JSON: bring it back from your history`)
  }
}

/** The files that there are, with those that were made anew; who removed one does not get it back. @param {string} folder @param {string[]} paths @returns {Promise<File[]>} */
export const ownFiles = async (folder, paths) => {
  const present = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(pathIn(folder, path), 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return undefined
        throw new Failure(EXIT.usage, `${pathIn(folder, path)} cannot be read (${error.code})`)
      })
      return content === undefined ? [] : [{ path, content }]
    }),
  )
  return present.flat()
}

/** Writes files that are not there yet, the answers last: until then a run again is a new one. @param {string} folder @param {File[]} files */
export const writeNew = async (folder, files) => {
  const last = [...files].sort((a, b) => Number(a.path === ANSWERS) - Number(b.path === ANSWERS))
  for (const { path, content } of last) {
    const target = pathIn(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content, { flag: 'wx' })
  }
}

/** Brings a folder up to date with what was merged, the answers last. @param {string} folder @param {(File & { status: string })[]} files */
export const apply = async (folder, files) => {
  const last = [...files].sort((a, b) => Number(a.path === ANSWERS) - Number(b.path === ANSWERS))
  for (const { path, content, status } of last) {
    const target = pathIn(folder, path)
    if (status === 'removed') {
      await rm(target, { force: true })
      continue
    }
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
}
