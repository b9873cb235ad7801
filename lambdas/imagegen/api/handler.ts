import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import { environment } from '@signet/kernel/environment'
import { onFirstEvent } from '@signet/kernel/on-first-event'
import { tableClient } from '@signet/kernel/table'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { SECRET_VARIABLES } from '../painters/provider-secrets.ts'

const env = environment(process.env, [
  'TABLE_NAME',
  'BUCKET_NAME',
  'QUEUE_URL',
  'PRIORITY_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
  'WEBHOOK_LOOPBACK',
  'PEPPER_SECRET',
  'SESSION_ISSUER',
  'SESSION_CLIENT_ID',
  ...SECRET_VARIABLES,
  'PAINTERS',
  'VERSION',
  'STAGE',
])

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
