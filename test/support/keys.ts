import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, personalTenantOf } from '@signet/identity'
import { mintApiKey } from '../../layers/identity/src/api-key.ts'
import { oncePerStack, sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

/** The table of the shared stack, as the services see it. */
export const table = sdkClient((options) => DynamoDBDocumentClient.from(new DynamoDBClient(options)))

const secrets = sdkClient((options) => new SecretsManagerClient(options))

/** The secret of key digests. It does not change while the stack runs. */
export const pepper = oncePerStack(async (): Promise<string> => {
  const { SecretString = '' } = await secrets().send(new GetSecretValueCommand({ SecretId: testStack().pepperSecret }))
  return SecretString
})

/** Creates a tenant's key with exactly these scopes. */
export const keyWithScopes = async (scopes: readonly string[]): Promise<string> => (await newTenant({ scopes })).key

/** Creates a tenant and its key. Its billing account opens automatically, with the welcome credits. */
export const newTenant = async ({
  scopes = ['generate', 'read'],
  prefix = 'gen_',
}: {
  scopes?: readonly string[]
  prefix?: string
} = {}): Promise<{ key: string; tenantId: string }> => {
  const key = mintApiKey(prefix)
  const digest = apiKeyDigest(await pepper(), key)
  const putRow = async (Item: object) =>
    table().send(new PutCommand({ TableName: testStack().table, Item: Item as Record<string, unknown> }))
  // An emulator has no people who create keys, so a platform key is added to the list of an organization.
  const isListed = prefix === 'plat_' && testStack().kind === 'emulator'
  const userId = randomUUID()
  const id = randomUUID()
  const tenantId = isListed ? personalTenantOf(userId) : randomUUID()
  const owner = isListed ? { org_id: tenantId, user_id: userId, key_id: id } : {}
  await putRow({ pk: `KEY#${digest}`, sk: 'KEY', tenant_id: tenantId, scopes, ...owner })
  const listedKey = { id, name: 'test', scopes, prefix, last4: key.slice(-4), createdAt: new Date().toISOString() }
  if (isListed) await putRow({ pk: `ORGKEY#${tenantId}`, sk: `KEY#${id}`, ...listedKey, org: tenantId, userId, digest })
  return { key, tenantId }
}
