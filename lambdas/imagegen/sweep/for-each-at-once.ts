/**
 * Runs `act` on every item, at most `limit` of them at a time, drawing the next one only when there is room for it. The
 * first error ends it, once what is under way has come to an end.
 */
export const forEachAtOnce = async <T>(
  limit: number,
  items: AsyncIterable<T>,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const source = items[Symbol.asyncIterator]()
  const work = async (): Promise<void> => {
    for (let next = await source.next(); !next.done; next = await source.next()) await act(next.value)
  }
  const results = await Promise.allSettled(Array.from({ length: limit }, work))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}
