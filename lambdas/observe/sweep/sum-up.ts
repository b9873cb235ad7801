import type { TableDeps } from '@signet/kernel'
import { type CountTable, type CountUnit, countTable, type WorkerKey } from '../counters/count-table.ts'
import { LEVELS, mergeCounts, SLOT_US, type SlotRange, slotOf, slotRangeAt, startOf } from '../counters/units.ts'

/**
 * Microseconds after the end of an hour until its sum is stored. By then, no request is running that could add to the
 * hour without marking its sum as outdated.
 */
const SETTLED_US = 600_000_000

/** Stores the sums of the units that were read in finer units. */
const storeSums = async (
  counters: CountTable,
  workerKey: WorkerKey,
  level: 'H1' | 'D1',
  units: readonly CountUnit[],
): Promise<void> => {
  const { width } = LEVELS[level]
  const finer = level === 'H1' ? (['M5'] as const) : (['H1', 'M5'] as const)
  const outdatedSlots = new Set(
    units.filter((unit) => LEVELS[unit.level].width < width).map(({ slot }) => startOf(level, slot)),
  )
  for (const slot of outdatedSlots) {
    // The version is read first, so that any later addition makes `storeSum` fail.
    const version = await counters.version(workerKey, level, slot)
    const finerUnits = await counters.units(workerKey, [slotRangeAt(level, slot)], finer)
    await counters.storeSum(
      workerKey,
      { level, slot, counts: mergeCounts(finerUnits.map(({ counts }) => counts)) },
      version,
    )
  }
}

const endedRange = (level: 'H1' | 'D1', from: number, nowUs: number): SlotRange => {
  const { width } = LEVELS[level]
  return { from: Math.ceil(from / width) * width, to: startOf(level, slotOf(nowUs - SETTLED_US)) }
}

/** Stores the sums of past hours and days of a worker, starting at a slot. The next run includes late additions. */
export const sumUpWorker = async (deps: TableDeps, workerKey: WorkerKey, from: number): Promise<void> => {
  const counters = countTable(deps)
  const nowUs = deps.now().getTime() * 1_000
  for (const level of ['H1', 'D1'] as const) {
    const range = endedRange(level, from, nowUs)
    await storeSums(counters, workerKey, level, await counters.units(workerKey, [range]))
  }
}

export const firstWholeSlot = (us: number): number => Math.ceil(us / SLOT_US)
