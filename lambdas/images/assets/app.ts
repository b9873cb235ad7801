import { apiApp } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { assetRoutes } from './routes.ts'

/**
 * Wires the streaming function of the image service. Its one endpoint is public: the asset id is the secret (spec
 * image-service 4.5).
 */
export const app = apiApp<typeof access.assets, { readonly bucket: ImageBucket }>(({ clients, now, log }) => ({
  routes: assetRoutes({ bucket: clients.bucket, now, log }),
}))
