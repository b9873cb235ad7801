import { readFile, stat } from 'node:fs/promises'
import { checkFlag } from '../check-flag.ts'
import type { FlagInput, FlagSnapshot } from '../definition.ts'
import { FlagsRefused } from '../engine/compile-snapshot.ts'
import { flagFrom } from '../flag-from.ts'
import { fieldPath } from '../problem-list.ts'
import type { FlagSource } from '../propagation/index.ts'

interface FlagFile {
  readonly flags?: readonly FlagInput[]
  readonly segments?: FlagSnapshot['segments']
}

/**
 * Reads flags from a JSON file, `{ "flags": [ … ], "segments": [ … ] }`, written by hand or saved as a snapshot. The file
 * is read again if its modification time or size has changed. The version increases even if the new time is earlier.
 */
export const fileSource = (path: string): FlagSource => {
  let loaded: { readonly state: string; readonly snapshot: FlagSnapshot } | undefined

  const read = async (mtimeMs: number): Promise<FlagSnapshot> => {
    const { flags = [], segments = [] } = JSON.parse(await readFile(path, 'utf8')) as FlagFile
    const problems = flags.flatMap((flag, i) =>
      checkFlag(flag).map(({ field, message }) => ({ field: fieldPath(`flags.${i}`, field), message })),
    )
    if (problems.length > 0) throw new FlagsRefused(problems)
    const version = Math.max(Math.trunc(mtimeMs), loaded ? loaded.snapshot.version + 1 : 0)
    return { version, flags: flags.map(flagFrom), segments }
  }

  return {
    async readNewer(knownVersion) {
      const { mtimeMs, size } = await stat(path)
      const state = `${mtimeMs} ${size}`
      if (loaded?.state !== state) loaded = { state, snapshot: await read(mtimeMs) }
      return knownVersion !== undefined && loaded.snapshot.version <= knownVersion ? undefined : loaded.snapshot
    },
  }
}
