/** Iterates over the items of all pages and fetches each page on demand. Throws if the service repeats a cursor. */
export async function* itemsOf<Page extends object, Items extends keyof Page>(
  list: (cursor: string | undefined) => Promise<Page>,
  { items, next }: { readonly items: Items; readonly next: keyof Page },
  cursor?: string,
): AsyncGenerator<Page[Items] extends readonly (infer Item)[] ? Item : never, void, undefined> {
  const seenCursors = new Set<unknown>()
  for (let currentCursor: unknown = cursor; ; ) {
    seenCursors.add(currentCursor)
    const page = await list(currentCursor as string | undefined)
    yield* page[items] as Iterable<Page[Items] extends readonly (infer Item)[] ? Item : never>
    currentCursor = page[next]
    if (currentCursor === undefined || currentCursor === null || currentCursor === '') return
    if (seenCursors.has(currentCursor))
      throw new Error(`The service returned the cursor ${String(currentCursor)} a second time`)
  }
}
