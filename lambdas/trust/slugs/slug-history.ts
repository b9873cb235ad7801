import {
  addMs,
  decodeCursor,
  encodeCursor,
  type PageOptions,
  type RowOf,
  rowTable,
  type TableDeps,
  type WriteStep,
} from '@signet/kernel'
import { slugMappingRow } from '../contract/slug-mapping-row.ts'

export type SlugMapping = RowOf<typeof slugMappingRow>

export interface MappingPage {
  readonly rows: readonly SlugMapping[]
  readonly nextCursor: string | null
}

export interface SlugHistory {
  /** Newest first, while the slug was of this organization. @throws Refusal 400 for a cursor of another list. */
  page(org: string, slug: string, options: Pick<PageOptions, 'limit' | 'cursor'>): Promise<MappingPage>
  /**
   * The write that notes what a slug stands for from now on, `null` for nothing. It fails where a mapping has this time
   * already: then `later` milliseconds tell them apart.
   */
  noted(org: string, mapping: Pick<SlugMapping, 'slug' | 'hash'>, later: number): WriteStep
}

/** Behind every time, in the order of bytes. */
const END = '~'

/** Histories over the one table. Those of all slugs of an organization are one partition, which goes with it. */
export const slugHistory = (deps: TableDeps): SlugHistory => {
  const rows = rowTable(slugMappingRow, deps)
  return {
    async page(org, slug, { limit, cursor }) {
      // A page begins behind the one before it; the first begins behind all mappings of the slug.
      const start = cursor === undefined ? `${slug}#${END}` : decodeCursor(cursor, { sk: `${slug}#` }).sk
      const page = await rows.page({ org }, { limit, cursor: encodeCursor({ sk: start }), newestFirst: true })
      const ofSlug = page.rows.filter((row) => row.slug === slug)
      return { rows: ofSlug, nextCursor: ofSlug.length < page.rows.length ? null : page.nextCursor }
    },
    noted(org, { slug, hash }, later) {
      const from = addMs(deps.now(), later).toISOString()
      return rows.steps.putNew({ org, slug, from }, { slug, hash, from })
    },
  }
}
