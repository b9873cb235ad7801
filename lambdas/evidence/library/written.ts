import { type Log, Refusal, refusal } from '@signet/kernel'

/** The result of a write, or 502 where the store fails (spec platform-api 4.5). What is refused stays refused. */
export const written = async <T>(
  log: Pick<Log, 'warn'>,
  write: () => Promise<T>,
): Promise<T | Refusal<'upstream_failed'>> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.warn('the library could not be written', { error })
    return refusal('upstream_failed', 'The library could not be written; try again shortly', { cause: error })
  }
}
