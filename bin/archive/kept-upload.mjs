import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Which upload a file belongs to, kept in the user's cache so that a broken one goes on. Another file, a changed one and
 * another archive are other uploads.
 * @param {NodeJS.ProcessEnv} env @param {string} base @param {string} path @param {{ size: number, mtimeMs: number }} facts
 */
export const keptUpload = (env, base, path, { size, mtimeMs }) => {
  const folder = join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'signet-archive')
  const about = JSON.stringify([base, resolve(path), size, Math.round(mtimeMs)])
  const file = join(folder, `${createHash('sha256').update(about).digest('hex').slice(0, 32)}.json`)
  return {
    /** @returns {Promise<string | undefined>} */
    async read() {
      try {
        return JSON.parse(await readFile(file, 'utf8')).id
      } catch {
        return undefined
      }
    },
    /** @param {string} id */
    async write(id) {
      await mkdir(folder, { recursive: true })
      await writeFile(file, JSON.stringify({ id }))
    },
    forget: () => rm(file, { force: true }),
  }
}
