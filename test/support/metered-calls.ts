import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A call of DynamoDB and the units that it took, of the table and of its index. */
export interface MeteredCall {
  readonly operation: string
  readonly table: number
  readonly index: number
}

/** Has every call of the client say what it costs: asked for in tests only, for the product has no use for the answer. */
export const meterCalls = (db: DynamoDBDocumentClient, seen: (call: MeteredCall) => void): void =>
  db.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'INDEXES' } as never })
        const { ConsumedCapacity: found } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[]
        }
        for (const { Table, GlobalSecondaryIndexes = {} } of [found ?? []].flat()) {
          const index = Object.values(GlobalSecondaryIndexes).reduce(
            (sum, { CapacityUnits = 0 }) => sum + CapacityUnits,
            0,
          )
          seen({ operation: commandName.replace('Command', ''), table: Table?.CapacityUnits ?? 0, index })
        }
        return result
      },
    { step: 'initialize', name: 'meter' },
  )

/** What calls cost together, and which they were, in their order. */
export const costsOf = (calls: readonly MeteredCall[]) => {
  const sum = (kind: RegExp, part: 'table' | 'index') =>
    calls.filter(({ operation }) => kind.test(operation)).reduce((total, each) => total + each[part], 0)
  const writes = /Put|Update|Delete|TransactWrite/
  return {
    writes: sum(writes, 'table'),
    indexWrites: sum(writes, 'index'),
    reads: sum(/Get|Query/, 'table'),
    calls: calls.map(({ operation }) => operation).join(' '),
  }
}
