import { createHash } from 'node:crypto'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type Refusal, refusal } from '@signet/contracts/http'
import { epochSeconds, secondsUntil } from '../clock.ts'
import { rowKey } from '../table/row-kind.ts'
import { conditionHeld, isConditionFailed, plainRow } from '../table/table-client.ts'
import type { TableDeps, WriteStep } from '../table/transact.ts'
import { quotaCounter } from './quota-row.ts'

/** The share of a limit at which its owner is warned (spec image-service 7, platform-api 7). */
export const WARNING_SHARE = 0.8

export interface MeterReading<Meter extends string = string> {
  readonly meter: Meter
  readonly used: number
  readonly limit: number
}

export const isNearlyUsedUp = ({ used, limit }: Pick<MeterReading, 'used' | 'limit'>): boolean =>
  limit > 0 && used >= limit * WARNING_SHARE

export const warningOf = <Reading extends MeterReading>(reading: Reading | undefined): Reading | undefined =>
  reading && isNearlyUsedUp(reading) ? reading : undefined

export interface Quota<Meter extends string = string> {
  readonly subject: string
  readonly meter: Meter
  /** The period's name in the row's key, such as `2026-11` or the instant at which a cycle began. */
  readonly period: string
  readonly endsAt: Date
  readonly limit: number
  /** The amount of a request; the default is one. */
  readonly amount?: number | undefined
}

export interface Reservation<Meter extends string = string> {
  readonly reading: MeterReading<Meter>
  /** Confirms the amount after the request succeeded. */
  readonly keep: () => Promise<void>
  /** The steps of `keep` for a transaction, which fails if the reservation was already kept or released. */
  readonly keepSteps: readonly WriteStep[]
  /** Frees the amount after the request failed. Has no effect if the reservation was already kept or released. */
  readonly release: () => Promise<void>
}

export interface ReserveOptions {
  /** Seconds until the outcome is known. Afterwards the amount is free again, because the worker must have crashed. */
  readonly holdSeconds: number
}

/**
 * Counters of quotas. Each change is one conditional write, so a limit is exact for any number of concurrent requests.
 */
export interface Quotas {
  /** Returns the usage without expired reservations. Strongly consistent; writes nothing. */
  read<Meter extends string>(quota: Quota<Meter>): Promise<MeterReading<Meter>>
  /**
   * Reserves the amount for the request with that id. While the reservation exists, the same id reserves nothing more.
   * Returns 429 with Retry-After if not enough is left.
   */
  reserve<Meter extends string>(
    quota: Quota<Meter>,
    request: string,
    options: ReserveOptions,
  ): Promise<Reservation<Meter> | Refusal<'quota_exceeded'>>
}

/** A counter is unused after its period, and work that began in its last minutes ends well within a week. */
const RETENTION_AFTER_PERIOD_SECONDS = 7 * 86_400

const counterKey = ({ subject, meter, period }: Pick<Quota, 'subject' | 'meter' | 'period'>) =>
  rowKey(quotaCounter, { subject, meter, period })

/** Returns the condition that enough is left. An amount above the limit never passes. */
const fitsCondition = ({ limit, amount = 1 }: Quota): string =>
  amount <= limit ? '(attribute_not_exists(used) OR used <= :most)' : '(used <= :most)'

const quotaUseUpdate = (table: string, quota: Quota, reserved?: QuotaReservation) => ({
  TableName: table,
  Key: counterKey(quota),
  UpdateExpression: `SET #ttl = :ttl${reserved ? ', #r = :until' : ''} ADD used :amount`,
  ConditionExpression: `${reserved ? 'attribute_not_exists(#r) AND ' : ''}${fitsCondition(quota)}`,
  ExpressionAttributeNames: { '#ttl': 'ttl', ...(reserved ? { '#r': reserved.name } : {}) },
  ExpressionAttributeValues: {
    ':amount': quota.amount ?? 1,
    ':most': quota.limit - (quota.amount ?? 1),
    ':ttl': epochSeconds(quota.endsAt) + RETENTION_AFTER_PERIOD_SECONDS,
    ...(reserved ? { ':until': reserved.until } : {}),
  },
})

/** Returns the write that adds an amount, if enough is left. */
export const quotaUseStep = (table: string, quota: Quota): WriteStep => ({ Update: quotaUseUpdate(table, quota) })

/** Returns the write that subtracts a used amount. */
export const giveBack = (table: string, quota: Pick<Quota, 'subject' | 'meter' | 'period' | 'amount'>): WriteStep => ({
  Update: {
    TableName: table,
    Key: counterKey(quota),
    UpdateExpression: 'SET used = used - :amount',
    ConditionExpression: 'used >= :amount',
    ExpressionAttributeValues: { ':amount': quota.amount ?? 1 },
  },
})

export const quotaExceeded = (
  { limit, meter, endsAt }: Pick<Quota, 'limit' | 'meter' | 'endsAt'>,
  now: Date,
  { sentence = `All ${limit} ${meter} of this period are used up`, upgrade }: { sentence?: string; upgrade?: string },
): Refusal<'quota_exceeded'> =>
  refusal('quota_exceeded', sentence, {
    extras: { limit, ...(upgrade ? { upgrade } : {}) },
    headers: { 'retry-after': String(secondsUntil(endsAt, now)) },
  })

const RESERVATION_PREFIX = 'reserved_'

/** 132 bits, so that two requests never share an attribute. */
const DIGEST_CHARACTERS = 22

/**
 * Returns the attribute of a request. It ends with the amount if that is not 1. The id comes from a caller and may be
 * any text.
 */
const reservationAttribute = (request: string, { amount = 1 }: Quota) => {
  const digest = createHash('sha256').update(request).digest('base64url').slice(0, DIGEST_CHARACTERS)
  return `${RESERVATION_PREFIX}${digest}${amount === 1 ? '' : `x${amount}`}`
}

/** Returns the amount at the end of an attribute, such as `x5`; 1 without one. */
const amountOf = (attribute: string): number =>
  Number(attribute.slice(RESERVATION_PREFIX.length + DIGEST_CHARACTERS).slice(1) || 1)

type Row = Readonly<Record<string, unknown>>

/** A reservation in the row: its attribute, and the millisecond at which it expires. */
interface QuotaReservation {
  readonly name: string
  readonly until: number
}

const expiredIn = (row: Row, now: Date): QuotaReservation[] =>
  Object.entries(row)
    .filter(([name, until]) => name.startsWith(RESERVATION_PREFIX) && Number(until) <= now.getTime())
    .map(([name, until]) => ({ name, until: Number(until) }))

type QuotaDeps = Pick<TableDeps, 'db' | 'table' | 'now'>

type ReservationOutcome = 'kept' | 'released'

const endUpdate = (table: string, quota: Quota, { name, until }: QuotaReservation, outcome: ReservationOutcome) => {
  const isReleased = outcome === 'released'
  return {
    TableName: table,
    Key: counterKey(quota),
    UpdateExpression: isReleased ? 'REMOVE #r ADD used :back' : 'REMOVE #r',
    ConditionExpression: '#r = :until',
    ExpressionAttributeNames: { '#r': name },
    ExpressionAttributeValues: { ':until': until, ...(isReleased ? { ':back': -amountOf(name) } : {}) },
  }
}

/** Ends a reservation once. A new reservation by a later run of the same request is unchanged. */
const endReservation = async (
  { db, table }: QuotaDeps,
  quota: Quota,
  reserved: QuotaReservation,
  outcome: ReservationOutcome,
): Promise<void> => {
  await conditionHeld(db.send(new UpdateCommand(endUpdate(table, quota, reserved, outcome))))
}

/**
 * Reserves the amount and returns the new usage. If too little is left, or the request has a reservation already,
 * returns the row.
 */
const takeOrRead = async (
  { db, table }: QuotaDeps,
  quota: Quota,
  newReservation: QuotaReservation,
): Promise<number | Row> => {
  const command = new UpdateCommand({
    ...quotaUseUpdate(table, quota, newReservation),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  })
  try {
    const { Attributes } = await db.send(command)
    return Number(Attributes?.used)
  } catch (error) {
    if (isConditionFailed(error)) return plainRow(error.Item ?? {})
    throw error
  }
}

/** Quotas over the one table. `upgrade` is the URL of the plans. */
export const quotas = (deps: QuotaDeps, upgrade: string): Quotas => {
  const { db, table, now } = deps

  const reservationOf = (quota: Quota, reserved: QuotaReservation, used: number): Reservation => ({
    reading: { meter: quota.meter, used, limit: quota.limit },
    keep: () => endReservation(deps, quota, reserved, 'kept'),
    keepSteps: [{ Update: endUpdate(table, quota, reserved, 'kept') }],
    release: () => endReservation(deps, quota, reserved, 'released'),
  })

  const reserve = async (
    quota: Quota,
    request: string,
    options: ReserveOptions,
  ): Promise<Reservation | Refusal<'quota_exceeded'>> => {
    const time = now()
    const newReservation = {
      name: reservationAttribute(request, quota),
      until: time.getTime() + options.holdSeconds * 1000,
    }
    const usedOrRow = await takeOrRead(deps, quota, newReservation)
    if (typeof usedOrRow === 'number') return reservationOf(quota, newReservation, usedOrRow)
    const expired = expiredIn(usedOrRow, time)
    const existing = { name: newReservation.name, until: Number(usedOrRow[newReservation.name] ?? 0) }
    // An earlier run of the same request has reserved the amount.
    if (existing.until > time.getTime()) return reservationOf(quota, existing, Number(usedOrRow.used))
    if (expired.length === 0) return quotaExceeded(quota, time, { upgrade })
    for (const each of expired) await endReservation(deps, quota, each, 'released')
    return reserve(quota, request, options)
  }

  return {
    async read(quota) {
      const { Item = {} } = await db.send(
        new GetCommand({ TableName: table, Key: counterKey(quota), ConsistentRead: true }),
      )
      const expiredAmount = expiredIn(Item, now()).reduce((sum, { name }) => sum + amountOf(name), 0)
      const used = Math.max(0, Number(Item.used ?? 0) - expiredAmount)
      return { meter: quota.meter, used, limit: quota.limit }
    },
    reserve: reserve as Quotas['reserve'],
  }
}
