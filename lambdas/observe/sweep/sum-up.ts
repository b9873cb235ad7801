import type { TableDeps } from '@signet/kernel'
import { type CountedWorker, type CountTable, countTable, type Unit } from '../counters/count-table.ts'
import { LEVELS, mergeCounts, SLOT_US, type Span, slotOf, spanAt, startOf } from '../counters/units.ts'

/**
 * Delay after the end of an hour. By then no request is running that could add to the hour without marking its sum as
 * outdated.
 */
const SETTLED_US = 600_000_000

const sumUp = async (
  counters: CountTable,
  who: CountedWorker,
  level: 'H1' | 'D1',
  units: readonly Unit[],
): Promise<void> => {
  const { width } = LEVELS[level]
  const finer = level === 'H1' ? (['M5'] as const) : (['H1', 'M5'] as const)
  const open = new Set(units.filter((unit) => LEVELS[unit.level].width < width).map(({ slot }) => startOf(level, slot)))
  for (const slot of open) {
    // The version is read first, so that any later addition makes `keep` fail.
    const version = await counters.version(who, level, slot)
    const parts = await counters.units(who, [spanAt(level, slot)], finer)
    await counters.keep(who, { level, slot, counts: mergeCounts(parts.map(({ counts }) => counts)) }, version)
  }
}

const closed = (level: 'H1' | 'D1', from: number, nowUs: number): Span => {
  const { width } = LEVELS[level]
  return { from: Math.ceil(from / width) * width, to: startOf(level, slotOf(nowUs - SETTLED_US)) }
}

/** Stores the sums of past hours and days of a worker, starting at a slot. The next run includes late additions. */
export const sumUpWorker = async (deps: TableDeps, who: CountedWorker, from: number): Promise<void> => {
  const counters = countTable(deps)
  const nowUs = deps.now().getTime() * 1_000
  for (const level of ['H1', 'D1'] as const) {
    const span = closed(level, from, nowUs)
    await sumUp(counters, who, level, await counters.units(who, [span]))
  }
}

export const firstSlot = (us: number): number => Math.ceil(us / SLOT_US)
