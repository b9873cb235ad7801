/** One call of the sequence: an SDK operation with its input in DynamoDB JSON. */
export interface Operation {
  readonly name:
    | 'PutItem'
    | 'GetItem'
    | 'UpdateItem'
    | 'DeleteItem'
    | 'Query'
    | 'Scan'
    | 'BatchGetItem'
    | 'BatchWriteItem'
    | 'TransactWriteItems'
    | 'TransactGetItems'
  readonly input: Readonly<Record<string, unknown>>
  /** Follows LastEvaluatedKey to the end. */
  readonly pages?: boolean
  /** DynamoDB does not guarantee an order of this result. */
  readonly unordered?: boolean
}

export const TABLE = 'differential'
export const INDEX = 'gsi1'
/** Placeholder for the sequence in every partition key, so that sequences share a table but no rows. */
export const RUN = '%RUN%'

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const schema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
]

/** A small version of the platform's table: a sort key, a sparse index, an expiry. */
export const TABLE_DEFINITION = {
  TableName: TABLE,
  KeySchema: schema('pk', 'sk'),
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map(attribute),
  BillingMode: 'PAY_PER_REQUEST' as const,
  GlobalSecondaryIndexes: [
    { IndexName: INDEX, KeySchema: schema('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' as const } },
  ],
}

/** Returns the input as one sequence sends it. */
export const inRun = (input: Operation['input'], run: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(input).replaceAll(RUN, run))
