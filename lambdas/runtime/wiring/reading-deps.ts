import { rowTable } from '@signet/kernel'
import { openingRow, receiptRow } from '@signet/receipts/rows'
import { memoryRow } from '../contract/memory-row.ts'
import { classifiedRow } from '../contract/telemetry-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { findDeck } from '../decks/find-deck.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import type { InscribingDeps, InscribingRuntime } from './inscribing-deps.ts'

export const readingDeps = (runtime: InscribingRuntime) => {
  const registry = deckRegistry(runtime)
  return {
    registry,
    findDeck: findDeck(registry),
    shelfOf: shelfOfScript(registry),
    memories: rowTable(memoryRow, runtime),
    classified: rowTable(classifiedRow, runtime),
  }
}

export const receiptDeps = (deps: InscribingDeps) => ({
  receipts: rowTable(receiptRow, deps),
  openings: rowTable(openingRow, deps),
})
