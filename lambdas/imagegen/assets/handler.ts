import { environmentOf } from '@signet/kernel/access'
import { streamOnFirstEvent } from '@signet/kernel/on-first-event'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'

const { STAGE: stage } = environmentOf(access.assets, process.env)
const bucket = bucketFromEnvironment(process.env)

export const handler = streamOnFirstEvent(async () => {
  const { assetServer } = await import('./app.ts')
  return assetServer({ stage, bucket })
})
