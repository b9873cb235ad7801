import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { TableWorld } from './table-world.ts'

interface Metered {
  readonly operation: string
  readonly table: number
  readonly index: number
}

/** Units of the table that calls have taken, and the calls, in order. */
export interface Costs {
  readonly writes: number
  readonly indexWrites: number
  readonly reads: number
  readonly calls: string
}

/** The cost of the table's calls since the last start. */
export interface TableMeter {
  begin(): void
  costs(): Costs
}

const costsOf = (metered: readonly Metered[]): Costs => {
  const sum = (kind: RegExp, part: 'table' | 'index') =>
    metered.filter(({ operation }) => kind.test(operation)).reduce((total, each) => total + each[part], 0)
  const writes = /Put|Update|Delete|TransactWrite/
  return {
    writes: sum(writes, 'table'),
    indexWrites: sum(writes, 'index'),
    reads: sum(/Get|Query/, 'table'),
    calls: metered.map(({ operation }) => operation).join(' '),
  }
}

/** Asks for the consumed capacity of every call that the client makes: the product itself has no use for the answer. */
export const tableMeter = (db: TableWorld['db']): TableMeter => {
  let metered: Metered[] = []
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
          metered.push({ operation: commandName.replace('Command', ''), table: Table?.CapacityUnits ?? 0, index })
        }
        return result
      },
    { step: 'initialize', name: 'meter' },
  )
  return {
    begin() {
      metered = []
    },
    costs: () => costsOf(metered),
  }
}
