import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { environment } from '@signet/kernel/environment'
import { onFirstEvent } from '@signet/kernel/on-first-event'
import { tableClient } from '@signet/kernel/table'

const env = environment(process.env, [
  'TABLE_NAME',
  'MACHINE_ARN',
  'PEPPER_SECRET',
  'SESSION_ISSUER',
  'SESSION_CLIENT_ID',
  'VERSION',
  'STAGE',
])

const clients = {
  db: tableClient(),
  sfn: new SFNClient({}),
  secrets: new SecretsManagerClient({}),
  cloudwatch: new CloudWatchClient({}),
}

export const handler = onFirstEvent(async () => {
  const { flagsApi } = await import('./app.ts')
  return flagsApi(env, clients)
})
