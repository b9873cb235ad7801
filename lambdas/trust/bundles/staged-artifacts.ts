import { type RowOf, type RowTable, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { stagedArtifactRow } from '../contract/artifact-rows.ts'
import type { ArtifactDescription } from './artifact-headers.ts'
import type { StoreResult } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'

export type StagedRow = RowOf<typeof stagedArtifactRow>

export const STAGING_PREFIX = 'staging/'

/** Key of an uploaded object. Only the caller that recorded the ID can store bytes under it, once. */
export const stagingKey = (id: string): string => `${STAGING_PREFIX}${id}`

export interface StagedArtifacts {
  /** `undefined`: the organization has no upload with this ID, or it expired after a day. */
  find(name: ArtifactName, id: string): Promise<StagedRow | undefined>
  record(name: ArtifactName, id: string, description: ArtifactDescription): Promise<void>
  storedStep(org: string, staged: StagedRow, result: StoreResult): WriteStep
  all: RowTable<typeof stagedArtifactRow>['all']
}

export const stagedArtifacts = (deps: TableDeps): StagedArtifacts => {
  const rows = rowTable(stagedArtifactRow, deps)
  return {
    all: rows.all,
    async find({ org, hash, slug }, id) {
      const row = await rows.get({ org, id })
      return row?.hash === hash && row.slug === slug ? row : undefined
    },
    async record({ org, hash, slug }, id, { type, displayName, excerpt, signed, access }) {
      const members = { mime_type: type, display_name: displayName, excerpt, signed, ...(access && { access }) }
      await rows.putNew({ org, id }, { id, hash, slug, ...members, state: 'waiting' })
    },
    storedStep: (org, staged, { row, created, warnings }) =>
      rows.steps.replace(
        { org, id: staged.id },
        { ...staged, state: 'stored', result: { row, created, warnings: [...warnings] } },
        { state: 'waiting' },
      ),
  }
}
