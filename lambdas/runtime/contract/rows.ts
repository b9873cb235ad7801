import { agentRows } from './agent-rows.ts'
import { deckRows } from './deck-rows.ts'
import { findingRows } from './finding-rows.ts'
import { loopRows } from './loop-rows.ts'
import { memoryRow } from './memory-row.ts'
import { readingRows } from './reading-rows.ts'
import { scaffoldRows } from './scaffold-rows.ts'
import { simRow } from './sim-row.ts'
import { telemetryRows } from './telemetry-rows.ts'

export const rows = [
  ...deckRows,
  ...readingRows,
  memoryRow,
  ...scaffoldRows,
  ...agentRows,
  ...loopRows,
  ...findingRows,
  ...telemetryRows,
  simRow,
]
