import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { TableWorld } from './table-world.ts'

interface MeteredCall {
  readonly operation: string
  readonly table: number
  readonly index: number
}

/** Table units that calls have consumed, and the calls in order. */
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

const costsOf = (metered: readonly MeteredCall[]): Costs => {
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

type Send = (command: { readonly input: object; readonly clientCommand: object }) => Promise<object>

/** Requests the consumed capacity of every call of the client; the product does not need it. */
export const tableMeter = (db: TableWorld['db']): TableMeter => {
  let metered: MeteredCall[] = []
  const send = db.send.bind(db) as unknown as Send
  const sendMetered: Send = async (command) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' })
    const output = await send(command)
    const { ConsumedCapacity: consumed } = output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] }
    const operation = command.clientCommand.constructor.name.replace('Command', '')
    for (const { Table, GlobalSecondaryIndexes = {} } of [consumed ?? []].flat()) {
      const index = Object.values(GlobalSecondaryIndexes).reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
      metered.push({ operation, table: Table?.CapacityUnits ?? 0, index })
    }
    return output
  }
  Object.assign(db, { send: sendMetered })
  return {
    begin() {
      metered = []
    },
    costs: () => costsOf(metered),
  }
}
