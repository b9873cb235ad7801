/** Iterates over the items of all pages and fetches each page on demand. Throws if the service repeats a cursor. */
export async function* itemsOf<Page extends object, Items extends keyof Page>(
  list: (cursor: string | undefined) => Promise<Page>,
  { items, next }: { readonly items: Items; readonly next: keyof Page },
  cursor?: string,
): AsyncGenerator<Page[Items] extends readonly (infer Item)[] ? Item : never, void, undefined> {
  const seenCursors = new Set<unknown>()
  for (let at: unknown = cursor; ; ) {
    seenCursors.add(at)
    const page = await list(at as string | undefined)
    yield* page[items] as Iterable<Page[Items] extends readonly (infer Item)[] ? Item : never>
    at = page[next]
    if (at === undefined || at === null || at === '') return
    if (seenCursors.has(at)) throw new Error(`The service returned the cursor ${String(at)} a second time`)
  }
}
