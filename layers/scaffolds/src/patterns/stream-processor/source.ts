import { code } from '../../code.ts'

export const rules = code`
/** One measurement of a $noun. */
export interface $EntityReading {
  readonly $entity: string
  /** Milliseconds since 1970, by the sender's clock. */
  readonly at: number
  readonly value: number
}

/** Length of a window. */
export const WINDOW_MS = 60_000
/** What is older than this when it comes is late, and counted as such. */
export const LATE_MS = 900_000

/** Aggregate of a window. Its members join in any order to the same result. */
export interface $EntityWindow {
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  /** Highest sequence that is in it, by shard key: what is not above it was counted before. */
  readonly upTo: Readonly<Record<string, string>>
}

export const windowOf = (at: number): number => Math.floor(at / WINDOW_MS) * WINDOW_MS

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The reading in an entry, or undefined when it is none: it is counted as rejected, for a stream cannot wait for a person. */
export const read$EntityReading = (data: Uint8Array, arrivedAt: number): $EntityReading | undefined => {
  let value: Partial<Record<string, unknown>> | null
  try {
    value = JSON.parse(decoder.decode(data)) as typeof value
  } catch {
    return undefined
  }
  const { $entity, at, value: measured } = value ?? {}
  if (typeof $entity !== 'string' || !/^[A-Za-z0-9._:-]{1,64}$/.test($entity)) return undefined
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at > arrivedAt + 60_000) return undefined
  if (typeof measured !== 'number' || !Number.isFinite(measured)) return undefined
  return { $entity, at, value: measured }
}

export const isLate = ({ at }: $EntityReading, arrivedAt: number): boolean => at < arrivedAt - LATE_MS

/** Sequences are decimal numbers of any length, or ids of messages, which have no order. */
export const isAbove = (sequence: string, before: string | undefined): boolean => {
  if (before === undefined) return true
  if (!/^[0-9]+$/.test(sequence)) return sequence !== before
  return sequence.length === before.length ? sequence > before : sequence.length > before.length
}

/** The window with one reading more. */
export const withReading = (
  window: $EntityWindow | undefined,
  { value }: $EntityReading,
  { key, sequence }: { readonly key: string; readonly sequence: string },
): $EntityWindow => {
  const { count, sum, min, max, upTo } = window ?? { count: 0, sum: 0, min: value, max: value, upTo: {} }
  if (!isAbove(sequence, upTo[key])) return { count, sum, min, max, upTo }
  return { count: count + 1, sum: sum + value, min: Math.min(min, value), max: Math.max(max, value), upTo: { ...upTo, [key]: sequence } }
}
`

export const handler = code`
import { type $EntityReading, type $EntityWindow, isLate, read$EntityReading, windowOf, withReading } from './$kebab/$kebab-windows.ts'
import type { Deps } from './ports.ts'

/** An entry of a stream. Entries of one key come in order. */
export interface Entry {
  readonly sequence: string
  readonly key: string
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  readonly data: Uint8Array
}

interface Placed {
  readonly entry: Entry
  readonly reading: $EntityReading
}

const MAX_ATTEMPTS = 5

/** Adds what a batch has for one window in one conditional write. */
const addTo = async (id: string, placed: readonly Placed[], { records }: Deps): Promise<void> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await records.get<$EntityWindow>('$kebab-windows', id)
    const next = placed.reduce<$EntityWindow | undefined>((window, { reading, entry }) => withReading(window, reading, entry), row?.value)
    if (next === undefined || next.count === row?.value.count) return
    const isWritten = row ? await records.replace('$kebab-windows', id, next, row.version) : await records.insert('$kebab-windows', id, next)
    if (isWritten) return
  }
  throw new Error('The window ' + id + ' is changed too often')
}

const idOf = ({ $entity, at }: $EntityReading): string => $entity + '#' + new Date(windowOf(at)).toISOString()

/**
 * Works through a batch of a stream.
 * @returns the sequence from which it must come again, or undefined when all is done. What was done before is not counted twice.
 */
export const stream = async (entries: readonly Entry[], deps: Deps): Promise<string | undefined> => {
  const counts = { taken: 0, late: 0, rejected: 0 }
  const windows = new Map<string, Placed[]>()
  for (const entry of entries) {
    const reading = read$EntityReading(entry.data, entry.arrivedAt)
    if (reading === undefined) counts.rejected += 1
    else if (isLate(reading, entry.arrivedAt)) counts.late += 1
    else {
      counts.taken += 1
      const id = idOf(reading)
      windows.set(id, [...(windows.get(id) ?? []), { entry, reading }])
    }
  }
  let failedFrom: string | undefined
  for (const [id, placed] of windows) {
    try {
      await addTo(id, placed, deps)
    } catch (error) {
      deps.log({ event: 'window', id, fault: error instanceof Error ? error.message : 'unknown' })
      failedFrom ??= entries[0]?.sequence
    }
  }
  deps.log({ event: 'batch', ...counts, windows: windows.size, outcome: failedFrom === undefined ? 'done' : 'again' })
  return failedFrom
}
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAbove, LATE_MS, read$EntityReading, windowOf } from '../src/$kebab/$kebab-windows.ts'
import { type Entry, stream } from '../src/handler.ts'
import { contested } from './support/contested.ts'
import { START, world } from './support/world.ts'

const entry = (sequence: string, value: unknown, at = START): Entry => ({
  sequence,
  key: 'shard-1',
  arrivedAt: START,
  data: new TextEncoder().encode(JSON.stringify({ $entity: 'a', at, value })),
})
type Deps = ReturnType<typeof world>['deps']
const windowAt = async ({ records }: Deps, at = START) =>
  (await records.get<{ count: number; sum: number; min: number; max: number }>('$kebab-windows', 'a#' + new Date(windowOf(at)).toISOString()))?.value
`
