import { isConditionFailed } from '@signet/kernel'

/** What a conditional write answers; undefined where its condition failed, since somebody may have been faster. */
export const unlessRefused = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write
  } catch (error) {
    if (isConditionFailed(error)) return undefined
    throw error
  }
}
