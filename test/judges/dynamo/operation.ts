/** One call of the sequence: an operation of the SDK with its input in DynamoDB JSON. */
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
  /** Follow LastEvaluatedKey to the end. */
  readonly pages?: boolean
  /** DynamoDB promises no order for this result. */
  readonly unordered?: boolean
}

export const TABLE = 'differential'
export const INDEX = 'gsi1'
/** Stands in every partition key for the sequence, so that sequences share a table and never a row. */
export const RUN = '%RUN%'

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const schema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
]

/** The table of the system in small: a sort key, an index that items enter and leave, an expiry. */
export const TABLE_DEFINITION = {
  TableName: TABLE,
  KeySchema: schema('pk', 'sk'),
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map(attribute),
  BillingMode: 'PAY_PER_REQUEST' as const,
  GlobalSecondaryIndexes: [
    { IndexName: INDEX, KeySchema: schema('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' as const } },
  ],
}

/** The operation as one sequence sends it. */
export const inRun = (input: Operation['input'], run: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(input).replaceAll(RUN, run))
