import { type PageDeps, type PageRead, readPage } from './read-page.ts'
import { pageStateOf, type SlugState } from './slug-state.ts'

/** Maximum number of cached slug states; the least recently used is evicted. */
const REMEMBERED_MAX = 1_000

const isSameState = (one: SlugState | undefined, { org, hash }: SlugState): boolean =>
  one?.org === org && one.hash === hash

/**
 * Reads pages by slug; undefined for an unknown slug. A slug rarely changes, so the content for its last known state is
 * read in parallel with the slug, and again only if the state has changed. The first byte then waits for one round of
 * reads.
 */
export const pagesBySlug = (deps: PageDeps): ((slug: string) => Promise<PageRead | undefined>) => {
  const read = readPage(deps)
  const states = new Map<string, SlugState>()

  const remember = (text: string, state: SlugState): void => {
    states.delete(text)
    states.set(text, state)
    const [oldest] = states.keys()
    if (states.size > REMEMBERED_MAX && oldest !== undefined) states.delete(oldest)
  }

  return async (text) => {
    const before = states.get(text)
    const ahead = before && read(before)
    // The result is discarded if the slug has changed.
    ahead?.catch(() => undefined)
    const state = await pageStateOf(deps, text)
    if (state === undefined) {
      states.delete(text)
      return undefined
    }
    remember(text, state)
    return ahead && isSameState(before, state) ? ahead : read(state)
  }
}
