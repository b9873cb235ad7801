import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import { environmentOf } from '@signet/kernel/access'
import { onFirstEvent } from '@signet/kernel/on-first-event'
import { tableClient } from '@signet/kernel/table'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'

const env = environmentOf(access.api, process.env)

const clients = {
  db: tableClient(),
  sqs: new SQSClient({}),
  secrets: new SecretsManagerClient({}),
  bucket: bucketFromEnvironment(process.env),
}

export const handler = onFirstEvent(async () => {
  const [{ imageApi }, { writerFromEnvironment }] = await Promise.all([
    import('./app.ts'),
    import('../enhance/bedrock-client.ts'),
  ])
  return imageApi(env, { ...clients, promptWriter: writerFromEnvironment(process.env) })
})
