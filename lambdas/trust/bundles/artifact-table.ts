import { encodeCursor, limitStep, type RowTable, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { artifactRow } from '../contract/artifact-rows.ts'
import { BUNDLE_ARTIFACTS_MAX } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'

export interface ArtifactName {
  readonly org: string
  readonly hash: string
  readonly slug: string
}

export interface ArtifactReads {
  find(name: ArtifactName): Promise<ArtifactRow | undefined>
  /** Sorted by slug. */
  listBundle(org: string, hash: string): Promise<readonly ArtifactRow[]>
}

export const artifactReads = (rows: Pick<RowTable<typeof artifactRow>, 'get' | 'page'>): ArtifactReads => ({
  find: (name) => rows.get(name),
  async listBundle(org, hash) {
    const cursor = encodeCursor({ sk: `ARTIFACT#${hash}#` })
    const { rows: page } = await rows.page({ org }, { limit: BUNDLE_ARTIFACTS_MAX, cursor })
    return page.filter(({ receipt_hash }) => receipt_hash === hash)
  },
})

/** All artifacts of an organization, and a write step that fails if any of them changed after they were read. */
export interface ArtifactSnapshot {
  readonly all: readonly ArtifactRow[]
  readonly unchangedStep: WriteStep
}

export interface ArtifactTable extends ArtifactReads {
  readonly steps: RowTable<typeof artifactRow>['steps']
  /** Reads all artifacts of an organization, because its limits cover all of them. */
  snapshot(org: string): Promise<ArtifactSnapshot>
}

const LIMIT_NAME = 'trust artifacts'

export const artifactTable = (deps: TableDeps): ArtifactTable => {
  const rows = rowTable(artifactRow, deps)
  return {
    ...artifactReads(rows),
    steps: rows.steps,
    async snapshot(org) {
      // Capacity for exactly one change: any change after the artifacts were read makes the write fail.
      const unchangedStep = await limitStep(deps, { owner: org, list: LIMIT_NAME, max: 1, count: async () => 0 })
      if (!unchangedStep) throw new Error('An empty list with capacity one refused an entry')
      return { unchangedStep, all: await rows.all({ org }) }
    },
  }
}
