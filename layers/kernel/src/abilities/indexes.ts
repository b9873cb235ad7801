import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ability } from './ability.ts'

export const indexes = ability<readonly string[], { readonly db: DynamoDBDocumentClient }>()({
  allows: 'Queries indexes of the table',
  local: { service: 'dynamodb' },
  variables: { TABLE_NAME: ({ table }) => table.name },
  rights: (names, { table }) =>
    names.map((name) => ({ actions: ['dynamodb:Query'], resources: [`${table.arn}/index/${name}`] })),
})
