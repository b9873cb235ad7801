import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, mintApiKey } from '@signet/identity'
import { inject } from 'vitest'

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }

const sdk = () => ({ endpoint: inject('stack').aws, region: 'us-east-1', credentials })

/** The table of the shared stack, as the services see it. */
export const table = (): DynamoDBDocumentClient => DynamoDBDocumentClient.from(new DynamoDBClient(sdk()))

/** A new tenant's key with just these scopes. */
export const keyWithScopes = async (scopes: readonly string[]): Promise<string> => (await newTenant({ scopes })).key

/** A new tenant and its key. Its billing account opens by itself, with the welcome credits. */
export const newTenant = async ({
  scopes = ['generate', 'read'],
  prefix = 'gen_',
}: {
  scopes?: readonly string[]
  prefix?: string
} = {}): Promise<{ key: string; tenantId: string }> => {
  const { pepperSecret, table: name } = inject('stack')
  const secrets = new SecretsManagerClient(sdk())
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: pepperSecret }))
  const key = mintApiKey(prefix)
  const pk = `KEY#${apiKeyDigest(SecretString, key)}`
  const tenantId = randomUUID()
  await table().send(new PutCommand({ TableName: name, Item: { pk, sk: 'KEY', tenant_id: tenantId, scopes } }))
  return { key, tenantId }
}
