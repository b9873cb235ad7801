import { type PageDeps, type PageRead, readPage } from './read-page.ts'
import { pageStateOf, type SlugState } from './slug-state.ts'

/** Maximum number of cached slug states; the least recently used is evicted. */
const REMEMBERED_MAX = 1_000

const isSamePlace = (one: SlugState | undefined, { org, hash }: SlugState): boolean =>
  one?.org === org && one.hash === hash

/**
 * Reads pages by slug; undefined for an unknown slug. A slug rarely changes, so the content for its last known state is
 * read in parallel with the slug, and again only if the state has changed. The first byte then waits for one round of
 * reads.
 */
export const pagesBySlug = (deps: PageDeps): ((slug: string) => Promise<PageRead | undefined>) => {
  const read = readPage(deps)
  const places = new Map<string, SlugState>()

  const remember = (text: string, place: SlugState): void => {
    places.delete(text)
    places.set(text, place)
    const [oldest] = places.keys()
    if (places.size > REMEMBERED_MAX && oldest !== undefined) places.delete(oldest)
  }

  return async (text) => {
    const before = places.get(text)
    const ahead = before && read(before)
    // The result is discarded if the slug has changed.
    ahead?.catch(() => undefined)
    const place = await pageStateOf(deps, text)
    if (place === undefined) {
      places.delete(text)
      return undefined
    }
    remember(text, place)
    return ahead && isSamePlace(before, place) ? ahead : read(place)
  }
}
