import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Terminal } from '@signet/command-line'

export interface RememberedUpload {
  read(): Promise<string | undefined>
  write(id: string): Promise<void>
  forget(): Promise<void>
}

interface FileFacts {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** Finds the unfinished upload of a file. Another or a changed file, or another archive, has another upload. */
export const rememberedUpload = (env: Terminal['env'], base: string, file: FileFacts): RememberedUpload => {
  const folder = join(env?.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'signet-archive')
  const about = JSON.stringify([base, resolve(file.path), file.size, Math.round(file.mtimeMs)])
  const cache = join(folder, `${createHash('sha256').update(about).digest('hex').slice(0, 32)}.json`)
  return {
    async read() {
      try {
        return (JSON.parse(await readFile(cache, 'utf8')) as { readonly id?: string }).id
      } catch {
        return undefined
      }
    },
    async write(id) {
      await mkdir(folder, { recursive: true })
      await writeFile(cache, JSON.stringify({ id }))
    },
    forget: () => rm(cache, { force: true }),
  }
}
