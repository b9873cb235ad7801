import {
  type $EntityReading,
  type $EntityWindow,
  isLate,
  read$EntityReading,
  windowOf,
  withReading,
} from './$kebab/$kebab-windows.ts'
import type { Deps } from './ports.ts'

/** An entry of a stream. Entries of one key arrive in order. */
export interface Entry {
  readonly sequence: string
  readonly key: string
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  readonly data: Uint8Array
}

interface EntryReading {
  readonly entry: Entry
  readonly reading: $EntityReading
}

const MAX_ATTEMPTS = 5

/** Adds the readings of a batch to one window in a conditional write. */
const addToWindow = async (id: string, readings: readonly EntryReading[], { records }: Deps): Promise<void> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await records.get<$EntityWindow>('$kebab-windows', id)
    const next = readings.reduce<$EntityWindow | undefined>(
      (window, { reading, entry }) => withReading(window, reading, entry),
      row?.value,
    )
    if (next === undefined || next.count === row?.value.count) return
    const isWritten = row
      ? await records.replace('$kebab-windows', id, next, row.version)
      : await records.insert('$kebab-windows', id, next)
    if (isWritten) return
  }
  throw new Error(`The window ${id} has too many concurrent changes`)
}

const idOf = ({ $entity, at }: $EntityReading): string => `${$entity}#${new Date(windowOf(at)).toISOString()}`

/**
 * Processes a batch of a stream.
 * @returns the sequence from which the batch must be retried, or undefined. Counted readings are not counted again.
 */
export const stream = async (entries: readonly Entry[], deps: Deps): Promise<string | undefined> => {
  const counts = { taken: 0, late: 0, rejected: 0 }
  const windows = new Map<string, EntryReading[]>()
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
  for (const [id, readings] of windows) {
    try {
      await addToWindow(id, readings, deps)
    } catch (error) {
      deps.log({ event: 'window', id, fault: error instanceof Error ? error.message : 'unknown' })
      failedFrom ??= entries[0]?.sequence
    }
  }
  deps.log({ event: 'batch', ...counts, windows: windows.size, outcome: failedFrom === undefined ? 'done' : 'retry' })
  return failedFrom
}
