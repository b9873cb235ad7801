import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import type { LocalClock } from '../ports.ts'
import { type DynaliteEngine, type Item, itemSpace, type TableRecord } from './dynalite-engine.ts'

const SPACE = 'ttl'

/** DynamoDB ignores expiry times more than five years in the past, so a wrong unit deletes nothing. */
const MAX_AGE_SECONDS = 5 * 365.25 * 86_400

/** Sets the attribute that contains an item's expiry in epoch seconds; undefined disables collection. */
export const setTtlAttribute = (engine: DynaliteEngine, table: string, attribute: string | undefined): void => {
  if (attribute === undefined) engine.rows.remove(SPACE, table)
  else engine.rows.write(SPACE, table, attribute)
}

export const updateTimeToLive =
  (engine: DynaliteEngine) =>
  (input: Input): Input => {
    engine.table(input.TableName)
    const { Enabled, AttributeName } = input.TimeToLiveSpecification ?? {}
    if (typeof AttributeName !== 'string' || AttributeName === '')
      throw new AwsError('ValidationException', 'TimeToLiveSpecification.AttributeName must name an attribute.')
    setTtlAttribute(engine, input.TableName, Enabled === true ? AttributeName : undefined)
    return { TimeToLiveSpecification: { Enabled: Enabled === true, AttributeName } }
  }

export const describeTimeToLive =
  (engine: DynaliteEngine) =>
  (input: Input): Input => {
    engine.table(input.TableName)
    const AttributeName = engine.rows.read(SPACE, input.TableName) as string | undefined
    return {
      TimeToLiveDescription:
        AttributeName === undefined ? { TimeToLiveStatus: 'DISABLED' } : { TimeToLiveStatus: 'ENABLED', AttributeName },
    }
  }

const keyOf = (table: TableRecord, item: Item): Item =>
  Object.fromEntries(table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName] ?? {}]))

/**
 * Deletes items that have expired on the local clock, with their index entries. The caller holds the write lock.
 * @returns the number of deleted items.
 */
export const reapExpired = (engine: DynaliteEngine, clock: LocalClock): number => {
  let reaped = 0
  for (const { key: name, value: attribute } of [...engine.rows.rows(SPACE)]) {
    const table = engine.table(name)
    const now = Math.floor(clock.now() / 1000)
    for (const value of engine.rows.withNumber(itemSpace(name), String(attribute), now - MAX_AGE_SECONDS, now)) {
      const item = value as Item
      const checked = engine.check('DeleteItem', { TableName: name, Key: keyOf(table, item) })
      engine.rows.atomically(() => engine.runNow('DeleteItem', checked))
      reaped += 1
    }
  }
  return reaped
}
