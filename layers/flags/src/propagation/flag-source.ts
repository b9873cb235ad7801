import type { FlagSnapshot } from '../definition.ts'

export interface FlagSource {
  /**
   * Returns the newest snapshot; undefined if it is not newer than the known version. May throw, and may return an
   * unusable snapshot; the last good snapshot then stays in use.
   */
  newer(than: number | undefined): Promise<FlagSnapshot | undefined>
}

/** A snapshot that never changes, for tests and for applications that include their flags. */
export const fixedSource = (snapshot: FlagSnapshot): FlagSource => ({
  newer: async (than) => (than === undefined || snapshot.version > than ? snapshot : undefined),
})
