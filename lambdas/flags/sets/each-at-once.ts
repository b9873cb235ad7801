/** Does the work for each item, so many side by side; what comes of it, in the order of the items. */
export const eachAtOnce = async <Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  const list = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let taken = 0
  const worker = async (): Promise<void> => {
    for (let next = await list.next(); !next.done; next = await list.next()) {
      const place = taken
      taken += 1
      results[place] = await work(next.value)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
