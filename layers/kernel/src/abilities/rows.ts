import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ability, type NamedResource, type Right, type Rows, type RowVerb } from './ability.ts'

const ACTIONS: Readonly<Record<RowVerb, string>> = {
  get: 'dynamodb:GetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
}

/** Grants access only to partitions whose key begins with the word. */
export const rowRights = (rows: Rows, table: NamedResource): readonly Right[] =>
  Object.entries(rows).map(([word, verbs]) => ({
    actions: verbs.map((verb) => ACTIONS[verb]),
    resources: [table.arn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${word}#*`] } },
  }))

export const rows = ability<Rows, { readonly db: DynamoDBDocumentClient }>()({
  allows: 'Reads and writes rows of the table, in the granted partitions',
  local: { service: 'dynamodb' },
  variables: { TABLE_NAME: ({ table }) => table.name },
  rows: (grant) => grant,
})
