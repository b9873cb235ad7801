import { environment } from '@signet/kernel/environment'
import { streamOnFirstEvent } from '@signet/kernel/on-first-event'
import { bucketFromEnvironment } from '../images/bucket-client.ts'

const { STAGE: stage } = environment(process.env, ['STAGE'])
const bucket = bucketFromEnvironment(process.env)

export const handler = streamOnFirstEvent(async () => {
  const { assetServer } = await import('./app.ts')
  return assetServer({ stage, bucket })
})
