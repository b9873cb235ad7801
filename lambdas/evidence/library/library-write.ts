import { type Log, Refusal, refusal } from '@signet/kernel'

/**
 * Returns the result of a write, or 502 if the store fails (spec platform-api 4.5).
 * @throws Refusal of the write, unchanged
 */
export const libraryWrite = async <T>(
  log: Pick<Log, 'warn'>,
  write: () => Promise<T>,
): Promise<T | Refusal<'upstream_failed'>> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.warn('library write failed', { error })
    return refusal('upstream_failed', 'The library could not be written; try again shortly', { cause: error })
  }
}
