import { readFile, stat } from 'node:fs/promises'
import { checkFlag } from '../check-flag.ts'
import type { FlagInput, FlagSnapshot } from '../definition.ts'
import { FlagsRefused } from '../engine/compile-snapshot.ts'
import { flagFrom } from '../flag-from.ts'
import { within } from '../problem-list.ts'
import type { FlagSource } from '../propagation/index.ts'

interface Written {
  readonly flags?: readonly FlagInput[]
  readonly segments?: FlagSnapshot['segments']
}

/**
 * Flags of a JSON file, `{ "flags": [ … ], "segments": [ … ] }`, as a person writes them or as a snapshot was saved. Looked
 * at again when the file has changed; its time of change is the version.
 */
export const fileSource = (path: string): FlagSource => ({
  async newer(than) {
    const version = Math.trunc((await stat(path)).mtimeMs)
    if (than !== undefined && version <= than) return undefined
    const { flags = [], segments = [] } = JSON.parse(await readFile(path, 'utf8')) as Written
    const problems = flags.flatMap((flag, i) =>
      checkFlag(flag).map(({ field, message }) => ({ field: within(`flags.${i}`, field), message })),
    )
    if (problems.length > 0) throw new FlagsRefused(problems)
    return { version, flags: flags.map(flagFrom), segments }
  },
})
