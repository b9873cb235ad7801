import { type RowTable, roomIn, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { artifactRow } from '../contract/artifact-rows.ts'
import type { ArtifactRow } from './artifact-objects.ts'
import { type ArtifactReads, artifactReads } from './artifact-reads.ts'

export type { ArtifactName } from './artifact-reads.ts'

/** All artifacts of an organisation, and the write that fails if another one changed them meanwhile. */
export interface Shelf {
  readonly all: readonly ArtifactRow[]
  readonly alone: WriteStep
}

export interface ArtifactTable extends ArtifactReads {
  readonly steps: RowTable<typeof artifactRow>['steps']
  /** Its rules limit what an organisation has: it is read as a whole. */
  shelf(org: string): Promise<Shelf>
}

const LIST = 'trust artifacts'

export const artifactTable = (deps: TableDeps): ArtifactTable => {
  const rows = rowTable(artifactRow, deps)
  return {
    ...artifactReads(rows),
    steps: rows.steps,
    async shelf(org) {
      // Room for exactly one change: whatever others change after the shelf was read fails the write.
      const alone = await roomIn(deps, { owner: org, list: LIST, max: 1, count: async () => 0 })
      if (!alone) throw new Error('A list of one that is empty has room')
      return { alone, all: await rows.all({ org }) }
    },
  }
}
