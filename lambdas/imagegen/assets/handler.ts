import { createLog, emfMetrics, serveStream, systemClock } from '@signet/kernel'
import * as z from 'zod'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { assetRoutes } from './routes.ts'

const env = z.object({ STAGE: z.string() }).parse(process.env)
const log = createLog({ fields: { function: 'imagegen-assets' } })
const now = systemClock

export const handler = serveStream(assetRoutes({ bucket: bucketFromEnvironment(process.env), now, log }), {
  // An asset's id is its secret (spec 4.5): whatever credential a client happens to send is not looked at.
  authenticate: async () => undefined,
  log,
  metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-assets' } }),
  now,
})
