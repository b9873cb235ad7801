import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { environmentOf } from '@signet/kernel/access'
import { onFirstEvent } from '@signet/kernel/on-first-event'
import { tableClient } from '@signet/kernel/table'
import { access } from '../contract/access.ts'

const env = environmentOf(access.api, process.env)

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
