/** Iterates over the items of all pages and fetches each page on demand. Throws if the service repeats a cursor. */
export async function* itemsOf<Page extends object, Items extends keyof Page>(
  list: (cursor: string | undefined) => Promise<Page>,
  { items, next }: { readonly items: Items; readonly next: keyof Page },
  cursor?: string,
): AsyncGenerator<Page[Items] extends readonly (infer Item)[] ? Item : never, void, undefined> {
  const seenCursors = new Set<unknown>()
  for (let next: unknown = cursor; ; ) {
    seenCursors.add(next)
    const page = await list(next as string | undefined)
    yield* page[items] as Iterable<Page[Items] extends readonly (infer Item)[] ? Item : never>
    next = page[next]
    if (next === undefined || next === null || next === '') return
    if (seenCursors.has(next)) throw new Error(`The service returned the cursor ${String(next)} a second time`)
  }
}
