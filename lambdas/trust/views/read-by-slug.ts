import { type PageDeps, type PageRead, readPage } from './read-page.ts'
import { pageStateOf, type SlugState } from './slug-state.ts'

/** Places that are remembered: the one that was asked for longest ago goes first. */
const REMEMBERED_MAX = 1_000

const isSamePlace = (one: SlugState | undefined, { org, hash }: SlugState): boolean =>
  one?.org === org && one.hash === hash

/**
 * Reads pages by their slugs; undefined for one that is not there. A slug mostly stands for what it stood for a moment ago. So the rest
 * of a page that this process has drawn before is read beside its slug, and once more only where the slug stands for something else
 * by now: its first byte waits for one round of reads.
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
    // It is nobody's where the slug has moved.
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
