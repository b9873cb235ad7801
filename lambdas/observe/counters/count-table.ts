import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, rowKey, type TableDeps, type WriteStep } from '@signet/kernel'
import { countRow, KEPT_DAYS } from '../contract/rows.ts'
import { type Counts, columnsOf, countsIn } from './counts.ts'
import { gapsIn, LEVELS, type Level, SLOT_US, type Span, slotName, startOf } from './slots.ts'

/** Whose counts. */
export interface CountedWorker {
  readonly tenant: string
  readonly worker: string
}

/** Counts of a time: five minutes, an hour or a day, by its first slot. */
export interface Unit {
  readonly level: Level
  readonly slot: number
  readonly counts: Counts
}

type Item = Readonly<Record<string, unknown>>

const endSeconds = (level: Level, slot: number): number => ((slot + LEVELS[level].width) * SLOT_US) / 1e6

const KEPT_SECONDS = KEPT_DAYS * 86_400

const keyOf = (who: CountedWorker, level: Level, slot: number) =>
  rowKey(countRow, { ...who, level, slot: slotName(level, slot) })

const addition = (table: string, who: CountedWorker, slot: number, counts: Counts): WriteStep => {
  const columns = Object.entries(columnsOf(counts)).filter(([, value]) => value !== 0)
  const added = columns.map((_, i) => `#c${i} :c${i}`).join(', ')
  return {
    Update: {
      TableName: table,
      Key: keyOf(who, 'M5', slot),
      UpdateExpression: `SET #slot = :slot, #ttl = :ttl ADD ${added}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(columns.map(([name], i) => [`#c${i}`, name])),
        ...{ '#slot': 'slot', '#ttl': 'ttl' },
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(columns.map(([, value], i) => [`:c${i}`, value])),
        ...{ ':slot': slot, ':ttl': endSeconds('M5', slot) + KEPT_SECONDS },
      },
    },
  }
}

/** Says that what is summed up of an hour or day is no longer all: `of` names the version that it was summed up from. */
const outdating = (table: string, who: CountedWorker, level: 'H1' | 'D1', slot: number): WriteStep => ({
  Update: {
    TableName: table,
    Key: keyOf(who, level, slot),
    UpdateExpression: 'SET #slot = :slot, #ttl = :ttl ADD #version :one',
    ExpressionAttributeNames: { '#slot': 'slot', '#ttl': 'ttl', '#version': 'version' },
    ExpressionAttributeValues: { ':slot': slot, ':ttl': endSeconds(level, slot) + KEPT_SECONDS, ':one': 1 },
  },
})

const isCurrent = ({ version = 0, of }: Item): boolean => of !== undefined && of === version

export type CountTable = ReturnType<typeof countTable>

/** Counts of workers, which are added to and never read before. */
export const countTable = ({ db, table, now }: TableDeps) => {
  const items = async (who: CountedWorker, level: Level, { from, to }: Span): Promise<readonly Item[]> => {
    const found: Item[] = []
    const asked = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': keyOf(who, level, from).pk,
        ':from': keyOf(who, level, from).sk,
        ':to': keyOf(who, level, to - 1).sk,
      },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: db }, asked)) found.push(...Items)
    return found
  }

  const unitsOf = async (who: CountedWorker, span: Span, [level, ...finer]: readonly Level[]): Promise<Unit[]> => {
    if (level === undefined || span.from >= span.to) return []
    const { width } = LEVELS[level]
    const [from, to] = [Math.ceil(span.from / width) * width, Math.floor(span.to / width) * width]
    const read = from < to ? await items(who, level, { from, to }) : []
    const whole = level === 'M5' ? read : read.filter(isCurrent)
    const units = whole.map((item) => ({ level, slot: Number(item.slot), counts: countsIn(item) }))
    const gaps =
      finer.length === 0
        ? []
        : gapsIn(
            span,
            units.map(({ slot }) => ({ from: slot, to: slot + width })),
          )
    const rest = await Promise.all(gaps.map((gap) => unitsOf(who, gap, finer)))
    return [...units, ...rest.flat()].toSorted((one, other) => one.slot - other.slot)
  }

  return {
    /** Adds to five minutes. An hour or a day that is over is summed up anew: by whoever reads, and then by the sweep. */
    additions(who: CountedWorker, slot: number, counts: Counts): readonly WriteStep[] {
      const at = now().getTime() / 1_000
      const isOver = (level: Level) => endSeconds(level, startOf(level, slot)) <= at
      return [
        addition(table, who, slot, counts),
        ...(['H1', 'D1'] as const).filter(isOver).map((level) => outdating(table, who, level, startOf(level, slot))),
      ]
    },

    /** The counts of a span in as few units as there are, in the order of time; times without traces have none. */
    units: (who: CountedWorker, span: Span, levels: readonly Level[] = ['D1', 'H1', 'M5']): Promise<readonly Unit[]> =>
      unitsOf(who, span, levels),

    /** Hours or days in which traces were outdated or not summed up yet: those of a span that have rows of a finer level. */
    async version(
      who: CountedWorker,
      level: 'H1' | 'D1',
      slot: number,
    ): Promise<{ version: number; isCurrent: boolean }> {
      const [item = {}] = await items(who, level, { from: slot, to: slot + LEVELS[level].width })
      return { version: Number(item.version ?? 0), isCurrent: isCurrent(item) }
    },

    /** Keeps what an hour or a day sums up to, if nothing was added since `version` was read. False: something was. */
    keep: (who: CountedWorker, { level, slot, counts }: Unit, version: number): Promise<boolean> =>
      conditionHeld(
        db.send(
          new PutCommand({
            TableName: table,
            Item: {
              ...{ ...keyOf(who, level, slot), slot, version, of: version, ...columnsOf(counts) },
              ttl: endSeconds(level, slot) + KEPT_SECONDS,
            },
            ConditionExpression: version === 0 ? 'attribute_not_exists(#version) OR #version = :v' : '#version = :v',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':v': version },
          }),
        ),
      ),
  }
}
