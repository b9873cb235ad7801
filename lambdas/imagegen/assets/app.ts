import { createLog, emfMetrics, serveStream, systemClock } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { assetRoutes } from './routes.ts'

/** The streaming function of the image service, wired. */
export const assetServer = ({ stage, bucket }: { readonly stage: string; readonly bucket: ImageBucket }) => {
  const log = createLog({ fields: { function: 'imagegen-assets' } })
  const now = systemClock
  return serveStream(assetRoutes({ bucket, now, log }), {
    // Its one endpoint is open: an asset's id is its secret (spec 4.5).
    authenticate: async () => undefined,
    log,
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage, function: 'imagegen-assets' } }),
    now,
  })
}
