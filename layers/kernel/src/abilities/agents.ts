import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { SecretsClient } from '../secret.ts'
import { ability, type DeployedResources, type Rows } from './ability.ts'
import { readRight } from './secrets.ts'

export const apiKeyAccess = {
  variables: {
    TABLE_NAME: ({ table }: DeployedResources) => table.name,
    PEPPER_SECRET: ({ secret }: DeployedResources) => secret('pepper').name,
  },
  rows: { KEY: ['get', 'update'], RATE: ['update'] } satisfies Rows,
  rights: ({ secret }: DeployedResources) => [readRight(secret('pepper'))],
} as const

export interface CallerClients {
  readonly db: DynamoDBDocumentClient
  readonly secrets: SecretsClient
}

export interface ApiKeyGrant {
  /** Prefix of the API keys that are accepted. */
  readonly keyPrefix: string
}

/** The key prefix of images is `gen_`. `agentCallers` of `@signet/identity` implements it. */
export const agents = ability<ApiKeyGrant, CallerClients>()({
  allows: 'Authenticates programs by API keys and counts their requests',
  local: { service: 'dynamodb' },
  variables: apiKeyAccess.variables,
  rows: () => apiKeyAccess.rows,
  rights: (_, deployed) => apiKeyAccess.rights(deployed),
})
