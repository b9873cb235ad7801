import type { FlagSnapshot } from '../definition.ts'

export interface FlagSource {
  /**
   * The newest snapshot; undefined if it is no newer than the known version. May throw, and may return an unusable
   * snapshot; the keeper then continues with the last good one.
   */
  newer(than: number | undefined): Promise<FlagSnapshot | undefined>
}

/** A snapshot that never changes, for tests and for applications that bring their flags along. */
export const fixedSource = (snapshot: FlagSnapshot): FlagSource => ({
  newer: async (than) => (than === undefined || snapshot.version > than ? snapshot : undefined),
})
