import { rowTable } from '@signet/kernel'
import { memoryRow } from '../contract/memory-row.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { type SigningRuntime, signingDeps } from '../wiring/signing.ts'
import type { AdvanceDeps } from './advance-loop.ts'
import { loopTable } from './loop-table.ts'

export const advanceDeps = (runtime: SigningRuntime): AdvanceDeps => ({
  now: runtime.now,
  memories: rowTable(memoryRow, runtime),
  inscriber: signingDeps(runtime).inscriber,
  loops: loopTable(runtime),
  shelfOf: shelfOfScript(deckRegistry(runtime)),
})
