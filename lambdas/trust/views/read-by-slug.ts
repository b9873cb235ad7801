import { type PageContent, type PageDeps, readPage } from './read-page.ts'
import { pageStateOf, type SlugState } from './slug-state.ts'

/** Maximum number of cached slug states; the least recently used is evicted. */
const CACHED_STATES_MAX = 1_000

const isSameState = (cached: SlugState | undefined, { org, hash }: SlugState): boolean =>
  cached?.org === org && cached.hash === hash

/**
 * Reads pages by slug; undefined for an unknown slug. A slug rarely changes, so the content for its cached state is
 * read in parallel with the slug, and read again only if the state has changed. This reduces the latency to one round
 * of reads.
 */
export const pageReader = (deps: PageDeps): ((slug: string) => Promise<PageContent | undefined>) => {
  const read = readPage(deps)
  const states = new Map<string, SlugState>()

  const remember = (slug: string, state: SlugState): void => {
    states.delete(slug)
    states.set(slug, state)
    const [oldest] = states.keys()
    if (states.size > CACHED_STATES_MAX && oldest !== undefined) states.delete(oldest)
  }

  return async (slug) => {
    const cachedState = states.get(slug)
    const speculativeRead = cachedState && read(cachedState)
    // The result is discarded if the slug has changed.
    speculativeRead?.catch(() => undefined)
    const state = await pageStateOf(deps, slug)
    if (state === undefined) {
      states.delete(slug)
      return undefined
    }
    remember(slug, state)
    return speculativeRead && isSameState(cachedState, state) ? speculativeRead : read(state)
  }
}
