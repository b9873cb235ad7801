import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { indexEntryOf, type RowOf, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { sha256Hex } from '@signet/receipts/digest'
import { ruleCountRow, ruleRow, sloRow } from '../contract/rule-rows.ts'
import type { Condition, RuleChange } from '../contract/rules.ts'
import type { SloChange } from '../contract/slos.ts'

export type RuleRow = Readonly<RowOf<typeof ruleRow>>
export type SloRow = Readonly<RowOf<typeof sloRow>>

const SHARDS = 8

const shardOf = (tenant: string): string => String(Number.parseInt(sha256Hex(tenant).slice(0, 8), 16) % SHARDS)

/** Returns all shards, starting with a different one each minute, so that runs that time out skip different tenants. */
export const shardsAt = (at: Date): readonly string[] => {
  const first = Math.floor(at.getTime() / 60_000) % SHARDS
  return Array.from({ length: SHARDS }, (_, i) => String((first + i) % SHARDS))
}

type PlanMeter = 'rules' | 'slos'

interface CountChange {
  readonly meter: PlanMeter
  readonly delta: -1 | 0 | 1
  /** The write fails if the count has reached this limit. */
  readonly limit?: number
  /** The write fails if the number of changes differs. */
  readonly changes?: number
}

const COUNT_NAMES = { '#changes': 'changes' }

const conditionOf = ({ limit, changes }: CountChange): string =>
  [
    ...(limit === undefined ? [] : ['(attribute_not_exists(#meter) OR #meter < :limit)']),
    ...(changes === undefined ? [] : ['#changes = :seen']),
  ].join(' AND ')

export const ruleCountTable = ({ db, table }: Pick<TableDeps, 'db' | 'table'>) => ({
  async read(tenant: string) {
    const Key = rowKey(ruleCountRow, { tenant })
    const { Item = {} } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return { rules: Number(Item.rules ?? 0), slos: Number(Item.slos ?? 0), changes: Number(Item.changes ?? 0) }
  },

  step(tenant: string, change: CountChange): WriteStep {
    const { meter, delta, limit, changes } = change
    const { gsi1pk, gsi1sk } = indexEntryOf(ruleCountRow, { tenant, shard: shardOf(tenant) })
    const condition = conditionOf(change)
    return {
      Update: {
        TableName: table,
        Key: rowKey(ruleCountRow, { tenant }),
        UpdateExpression: 'SET gsi1pk = :pk, gsi1sk = :sk ADD #meter :delta, #changes :one',
        ...(condition !== '' && { ConditionExpression: condition }),
        ExpressionAttributeNames: { ...COUNT_NAMES, '#meter': meter },
        ExpressionAttributeValues: {
          ':pk': gsi1pk,
          ':sk': gsi1sk,
          ':delta': delta,
          ':one': 1,
          ...(limit !== undefined && { ':limit': limit }),
          ...(changes !== undefined && { ':seen': changes }),
        },
      },
    }
  },

  /** Returns the tenants of a shard that have, or had, rules or SLOs. The index is eventually consistent. */
  async *tenants(shard: string): AsyncGenerator<string> {
    // The partition key contains only the shard.
    const { gsi1pk } = indexEntryOf(ruleCountRow, { tenant: 'any', shard })
    const query = {
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :shard',
      ExpressionAttributeValues: { ':shard': gsi1pk },
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, query))
      yield* Items.map(({ gsi1sk }) => String(gsi1sk))
  },
})

export interface NewEntry {
  readonly tenant: string
  readonly org: string
  readonly name: string
  readonly limit: number
}

export type NotCreated = 'taken' | 'full' | 'no slo'

/** The id is derived from the name, so that a second entry with the same name is refused. */
const idOf = ({ tenant, name }: NewEntry): string =>
  sha256Hex(JSON.stringify([tenant, name.normalize('NFC')])).slice(0, 16)

const commonFieldsOf = (entry: NewEntry, now: Date) => {
  const { org, name } = entry
  const at = now.toISOString()
  return { id: idOf(entry), org, name, version: 1, created_at: at, updated_at: at }
}

interface CreationSteps {
  readonly write: WriteStep
  readonly count: WriteStep
  /** Fails if the SLO does not exist. */
  readonly check: WriteStep | undefined
}

const createEntry = <Row>(
  deps: TableDeps,
  row: Row,
  { write, count, check }: CreationSteps,
): Promise<Row | NotCreated> =>
  transact<Row | NotCreated>(deps, async (refused) => {
    if (refused?.conditionFailed(write)) return { result: 'taken' }
    if (refused?.conditionFailed(count)) return { result: 'full' }
    if (refused?.conditionFailed(check)) return { result: 'no slo' }
    return { steps: [write, count, ...(check ? [check] : [])], result: row }
  })

const oldestFirst = <Row extends { readonly created_at: string; readonly id: string }>(
  rows: readonly Row[],
): readonly Row[] =>
  rows.toSorted((one, other) => (`${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1))

export type RuleTable = ReturnType<typeof ruleTable>

const sloCheck = ({ table }: TableDeps, tenant: string, condition: Condition): WriteStep | undefined =>
  condition.kind === 'burn'
    ? {
        ConditionCheck: {
          TableName: table,
          Key: rowKey(sloRow, { tenant, id: condition.slo_id }),
          ConditionExpression: 'attribute_exists(pk)',
        },
      }
    : undefined

const hasSameCondition = (one: RuleChange, other: RuleChange): boolean =>
  one.enabled === other.enabled && JSON.stringify(one.condition) === JSON.stringify(other.condition)

/** Returns a rule after a change. A changed condition starts a new epoch, so its states start over. */
const changedRow = (before: RuleRow, change: RuleChange, now: Date): RuleRow => ({
  ...before,
  ...change,
  version: before.version + 1,
  updated_at: now.toISOString(),
  epoch: before.epoch + (hasSameCondition(before, change) ? 0 : 1),
})

export const ruleTable = (deps: TableDeps) => {
  const rules = rowTable(ruleRow, deps)
  const counts = ruleCountTable(deps)
  return {
    all: async (tenant: string): Promise<readonly RuleRow[]> => oldestFirst(await rules.all({ tenant })),
    get: (tenant: string, id: string): Promise<RuleRow | undefined> => rules.get({ tenant, id }),

    add(entry: NewEntry, fields: RuleChange, base_url: string): Promise<RuleRow | NotCreated> {
      const { tenant, limit } = entry
      const row = { ...commonFieldsOf(entry, deps.now()), ...fields, epoch: 1, base_url }
      const count = counts.step(tenant, { meter: 'rules', delta: 1, limit })
      const write = rules.steps.putNew({ tenant, id: row.id }, row)
      return createEntry(deps, row, { write, count, check: sloCheck(deps, tenant, row.condition) })
    },

    change(tenant: string, id: string, fields: RuleChange): Promise<RuleRow | 'no slo' | undefined> {
      const check = sloCheck(deps, tenant, fields.condition)
      return transact<RuleRow | 'no slo' | undefined>(deps, async (refused) => {
        if (refused?.conditionFailed(check)) return { result: 'no slo' }
        const before = await rules.get({ tenant, id })
        if (!before) return { result: undefined }
        const after = changedRow(before, fields, deps.now())
        const write = rules.steps.replace({ tenant, id }, after, { version: before.version })
        const steps = [write, counts.step(tenant, { meter: 'rules', delta: 0 }), ...(check ? [check] : [])]
        return { steps, result: after }
      })
    },

    remove: (tenant: string, id: string): Promise<boolean> =>
      transact<boolean>(deps, async () => {
        const before = await rules.get({ tenant, id })
        if (!before) return { result: false }
        const write = rules.steps.remove({ tenant, id }, { version: before.version })
        return { steps: [write, counts.step(tenant, { meter: 'rules', delta: -1 })], result: true }
      }),
  }
}

type Removal = 'removed' | readonly string[] | undefined

export type SloTable = ReturnType<typeof sloTable>

export const sloTable = (deps: TableDeps) => {
  const rules = rowTable(ruleRow, deps)
  const slos = rowTable(sloRow, deps)
  const counts = ruleCountTable(deps)
  return {
    all: async (tenant: string): Promise<readonly SloRow[]> => oldestFirst(await slos.all({ tenant })),
    get: (tenant: string, id: string): Promise<SloRow | undefined> => slos.get({ tenant, id }),

    add(entry: NewEntry, fields: SloChange): Promise<SloRow | NotCreated> {
      const { tenant, limit } = entry
      const row = { ...commonFieldsOf(entry, deps.now()), ...fields }
      const count = counts.step(tenant, { meter: 'slos', delta: 1, limit })
      return createEntry(deps, row, { write: slos.steps.putNew({ tenant, id: row.id }, row), count, check: undefined })
    },

    change: (tenant: string, id: string, fields: SloChange): Promise<SloRow | undefined> =>
      transact<SloRow | undefined>(deps, async () => {
        const before = await slos.get({ tenant, id })
        if (!before) return { result: undefined }
        const after = { ...before, ...fields, version: before.version + 1, updated_at: deps.now().toISOString() }
        return { steps: [slos.steps.replace({ tenant, id }, after, { version: before.version })], result: after }
      }),

    /** Removes an SLO, or returns the names of the rules that use its burn rate. */
    remove: (tenant: string, id: string): Promise<Removal> =>
      transact<Removal>(deps, async () => {
        // Read before the rules, so that a concurrent write of a rule makes this write fail.
        const { changes } = await counts.read(tenant)
        const [before, allRules] = await Promise.all([slos.get({ tenant, id }), rules.all({ tenant })])
        if (!before) return { result: undefined }
        const dependentRules = allRules.filter(({ condition }) => condition.kind === 'burn' && condition.slo_id === id)
        if (dependentRules.length > 0) return { result: dependentRules.map(({ name }) => name) }
        const write = slos.steps.remove({ tenant, id }, { version: before.version })
        return { steps: [write, counts.step(tenant, { meter: 'slos', delta: -1, changes })], result: 'removed' }
      }),
  }
}
