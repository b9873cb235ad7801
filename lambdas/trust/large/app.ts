import { authenticatedApp } from '@signet/identity'
import { newUuid, rowTable, spendGuard } from '@signet/kernel'
import { receiptRow } from '@signet/receipts/rows'
import { artifactTable } from '../bundles/artifact-table.ts'
import { hashOwners } from '../bundles/bundle-owner.ts'
import { stageArtifactRoute } from '../bundles/stage-artifact.ts'
import { stagedArtifacts } from '../bundles/staged-artifacts.ts'
import type { access } from '../contract/access.ts'

export const app = authenticatedApp<typeof access.large>((runtime) => {
  const deps = { artifacts: artifactTable(runtime), staged: stagedArtifacts(runtime), newId: newUuid }
  const ownerOf = hashOwners(runtime, rowTable(receiptRow, runtime))
  return { routes: [stageArtifactRoute({ ...deps, ownerOf, spend: spendGuard(runtime) })] }
})
