import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Terminal } from '@signet/command-line'

export type RememberedUpload = ReturnType<typeof rememberedUpload>

type FileFacts = Pick<Stats, 'size' | 'mtimeMs'> & { readonly path: string }

/** Stores the ID of a file's unfinished upload. A changed file or another archive address has another ID. */
export const rememberedUpload = (env: Terminal['env'], base: string, file: FileFacts) => {
  const folder = join(env?.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'signet-archive')
  const identity = JSON.stringify([base, resolve(file.path), file.size, Math.round(file.mtimeMs)])
  const cache = join(folder, `${createHash('sha256').update(identity).digest('hex').slice(0, 32)}.json`)
  return {
    async read(): Promise<string | undefined> {
      try {
        return (JSON.parse(await readFile(cache, 'utf8')) as { readonly id?: string }).id
      } catch {
        return undefined
      }
    },
    async write(id: string): Promise<void> {
      await mkdir(folder, { recursive: true })
      await writeFile(cache, JSON.stringify({ id }))
    },
    forget: () => rm(cache, { force: true }),
  }
}
