import { authenticatedApp } from '@signet/identity'
import { newUuid, rowTable, spendGuard } from '@signet/kernel'
import { type BucketConnection, bucket, uploadUrl } from '@signet/kernel/bucket'
import { receiptRow } from '@signet/receipts/rows'
import { artifactTable } from '../bundles/artifact-table.ts'
import { hashOwners } from '../bundles/bundle-owner.ts'
import { bundleRoutes } from '../bundles/bundle-routes.ts'
import { commitArtifactRoute } from '../bundles/commit-artifact.ts'
import { copyArtifactRoute } from '../bundles/copy-artifact.ts'
import { openUploadRoute } from '../bundles/open-upload.ts'
import { stagedArtifacts } from '../bundles/staged-artifacts.ts'
import { unreferencedObjects } from '../bundles/unreferenced-objects.ts'
import type { access } from '../contract/access.ts'
import { settingsRoutes } from '../settings/settings-routes.ts'
import { slugRoutes } from '../slugs/slug-routes.ts'
import { slugTable } from '../slugs/slug-table.ts'

export const app = authenticatedApp<typeof access.api, { readonly connection: BucketConnection }>((runtime) => {
  const receipts = rowTable(receiptRow, runtime)
  const objects = bucket(runtime.clients.connection)
  const storageDeps = { ...runtime, newId: newUuid, objects }
  const bundleDeps = {
    ...storageDeps,
    unreferenced: unreferencedObjects(storageDeps),
    artifacts: artifactTable(runtime),
    ownerOf: hashOwners(runtime, receipts),
    spend: spendGuard(runtime),
  }
  const slugRouteList = slugRoutes({ slugs: slugTable(runtime), receipts })
  const uploadDeps = { ...bundleDeps, staged: stagedArtifacts(runtime) }
  const commitRoute = commitArtifactRoute({ ...uploadDeps, stagingBucket: objects })
  const copyRoute = copyArtifactRoute({ ...bundleDeps, sourceBucket: objects })
  const openRoute = openUploadRoute({ ...uploadDeps, uploadUrl: uploadUrl(runtime.clients.connection) })
  return {
    routes: [
      ...slugRouteList,
      ...bundleRoutes(bundleDeps),
      copyRoute,
      openRoute,
      commitRoute,
      ...settingsRoutes(runtime),
    ],
  }
})
