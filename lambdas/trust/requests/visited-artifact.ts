import { trustSlugOf } from '@signet/artifacts'
import type { RowTable } from '@signet/kernel'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactTable } from '../bundles/artifact-table.ts'
import type { slugOwnerRow, slugRow } from '../contract/slug-rows.ts'
import { type NameDeps, organisationName } from '../views/organisation-name.ts'
import { pageStateOf } from '../views/read-page.ts'

export interface VisitDeps extends NameDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly slugs: Pick<RowTable<typeof slugRow>, 'get'>
  readonly artifacts: Pick<ArtifactTable, 'find'>
}

/** An artifact on request, as a visitor of a page names it. */
export interface VisitedArtifact {
  readonly org: string
  readonly slug: string
  readonly artifact: ArtifactRow
  /** What the page calls its organisation. */
  readonly organisation: string
}

/** What a path of a page names; `undefined`: nothing, or an artifact that is for everybody. */
export const visitedArtifact =
  (deps: VisitDeps) =>
  async (path: { readonly slug: string; readonly artifact: string }): Promise<VisitedArtifact | undefined> => {
    const name = trustSlugOf(path.artifact)
    const place = name === undefined ? undefined : await pageStateOf(deps, path.slug)
    if (name === undefined || place === undefined) return undefined
    const { org, slug, hash } = place
    const [artifact, organisation] = await Promise.all([
      deps.artifacts.find({ org, hash, slug: name }),
      organisationName(deps, place),
    ])
    return artifact?.access === 'request' ? { org, slug, artifact, organisation } : undefined
  }
