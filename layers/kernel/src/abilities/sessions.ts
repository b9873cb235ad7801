import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ability, type DeployedResources, type Rows } from './ability.ts'

export const sessionAccess = {
  variables: {
    TABLE_NAME: ({ table }: DeployedResources) => table.name,
    SESSION_ISSUER: ({ sessions: { SESSION_ISSUER } }: DeployedResources) => SESSION_ISSUER,
    SESSION_CLIENT_ID: ({ sessions: { SESSION_CLIENT_ID } }: DeployedResources) => SESSION_CLIENT_ID,
  },
  rows: { SESSION: ['get'] } satisfies Rows,
} as const

export const sessions = ability<true, { readonly db: DynamoDBDocumentClient }>()({
  allows: 'Checks user sessions',
  local: { instead: 'sessions in the table, and a local issuer for sign-in' },
  variables: sessionAccess.variables,
  rows: () => sessionAccess.rows,
})
