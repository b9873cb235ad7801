import type { FlagSnapshot } from '../definition.ts'

export interface FlagSource {
  /**
   * Returns the newest snapshot; undefined if it is not newer than the known version. If this function throws or the
   * snapshot is invalid, the last valid snapshot stays in use.
   */
  readNewer(knownVersion: number | undefined): Promise<FlagSnapshot | undefined>
}

/** A snapshot that never changes, for tests and for applications that include their flags. */
export const fixedSource = (snapshot: FlagSnapshot): FlagSource => ({
  readNewer: async (knownVersion) =>
    knownVersion === undefined || snapshot.version > knownVersion ? snapshot : undefined,
})
