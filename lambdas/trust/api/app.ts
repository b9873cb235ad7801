import { authenticatedApp } from '@signet/identity'
import { newUuid, rowTable, spendGuard } from '@signet/kernel'
import { type BucketConnection, bucket, uploadUrl } from '@signet/kernel/bucket'
import { receiptRow } from '@signet/receipts/rows'
import { artifactTable } from '../bundles/artifact-table.ts'
import { hashOwners } from '../bundles/bundle-owner.ts'
import { bundleRoutes } from '../bundles/bundle-routes.ts'
import { commitArtifactRoute } from '../bundles/commit-artifact.ts'
import { copyArtifactRoute } from '../bundles/copy-artifact.ts'
import { looseObjects } from '../bundles/loose-objects.ts'
import { openUploadRoute } from '../bundles/open-upload.ts'
import { stagedArtifacts } from '../bundles/staged-artifacts.ts'
import type { access } from '../contract/access.ts'
import { settingsRoutes } from '../settings/settings-routes.ts'
import { slugRoutes } from '../slugs/slug-routes.ts'
import { slugTable } from '../slugs/slug-table.ts'

export const app = authenticatedApp<typeof access.api, { readonly connection: BucketConnection }>((runtime) => {
  const receipts = rowTable(receiptRow, runtime)
  const objects = bucket(runtime.clients.connection)
  const storing = { ...runtime, newId: newUuid, objects }
  const bundles = {
    ...storing,
    loose: looseObjects(storing),
    artifacts: artifactTable(runtime),
    ownerOf: hashOwners(runtime, receipts),
    spend: spendGuard(runtime),
  }
  const slugs = slugRoutes({ slugs: slugTable(runtime), receipts })
  const large = { ...bundles, staged: stagedArtifacts(runtime) }
  const commit = commitArtifactRoute({ ...large, stagingBucket: objects })
  const copy = copyArtifactRoute({ ...bundles, source: objects })
  const open = openUploadRoute({ ...large, uploadUrl: uploadUrl(runtime.clients.connection) })
  return { routes: [...slugs, ...bundleRoutes(bundles), copy, open, commit, ...settingsRoutes(runtime)] }
})
