import { type RowOf, type RowTable, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { stagedArtifactRow } from '../contract/artifact-rows.ts'
import type { ArtifactDescription } from './artifact-headers.ts'
import type { StoredAnswer } from './artifact-reply.ts'
import type { ArtifactName } from './artifact-table.ts'

export type StagedRow = RowOf<typeof stagedArtifactRow>

export const STAGING = 'staging/'

/** Key of an uploaded object. Only the caller that recorded the id may store bytes under it, once. */
export const stagingKey = (id: string): string => `${STAGING}${id}`

export interface StagedArtifacts {
  /** `undefined`: the organization has no upload with this id, or it expired after a day. */
  find(name: ArtifactName, id: string): Promise<StagedRow | undefined>
  note(name: ArtifactName, id: string, described: ArtifactDescription): Promise<void>
  storedStep(org: string, staged: StagedRow, answer: StoredAnswer): WriteStep
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
    async note({ org, hash, slug }, id, { type, displayName, excerpt, signed, access }) {
      const described = { mime_type: type, display_name: displayName, excerpt, signed, ...(access && { access }) }
      await rows.putNew({ org, id }, { id, hash, slug, ...described, state: 'waiting' })
    },
    storedStep: (org, staged, { row, created, warnings }) =>
      rows.steps.replace(
        { org, id: staged.id },
        { ...staged, state: 'stored', answer: { row, created, warnings: [...warnings] } },
        { state: 'waiting' },
      ),
  }
}
