import { overdueRows, type TableDeps } from '@signet/kernel'
import { artifactRow } from '../contract/artifact-rows.ts'
import type { ArtifactMessage } from './artifact-queue.ts'

export const abandonedArtifacts = (deps: TableDeps) =>
  async function* (): AsyncGenerator<ArtifactMessage> {
    for await (const { partition, sort } of overdueRows(deps, artifactRow)) {
      const slash = partition.lastIndexOf('/')
      yield { workspace: partition.slice(0, slash), notebook: partition.slice(slash + 1), artifact: sort }
    }
  }
