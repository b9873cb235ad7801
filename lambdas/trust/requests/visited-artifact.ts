import { trustSlugOf } from '@signet/artifacts'
import type { RowTable } from '@signet/kernel'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactTable } from '../bundles/artifact-table.ts'
import type { slugOwnerRow, slugRow } from '../contract/slug-rows.ts'

export interface VisitDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly slugs: Pick<RowTable<typeof slugRow>, 'get'>
  readonly artifacts: Pick<ArtifactTable, 'find'>
}

/** An artifact on request, as a visitor of a page names it. */
export interface Visited {
  readonly org: string
  readonly slug: string
  readonly artifact: ArtifactRow
}

/** What a path of a page names; `undefined`: nothing, or an artifact that is for everybody. */
export const visitedArtifact =
  ({ owners, slugs, artifacts }: VisitDeps) =>
  async (path: { readonly slug: string; readonly artifact: string }): Promise<Visited | undefined> => {
    const [slug, name] = [trustSlugOf(path.slug), trustSlugOf(path.artifact)]
    if (slug === undefined || name === undefined) return undefined
    const owner = await owners.get({ slug })
    if (!owner) return undefined
    const page = await slugs.get({ org: owner.org, slug })
    const artifact = page && (await artifacts.find({ org: owner.org, hash: page.current_hash, slug: name }))
    return artifact?.access === 'request' ? { org: owner.org, slug, artifact } : undefined
  }
