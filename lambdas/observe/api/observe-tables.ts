import type { TableDeps } from '@signet/kernel'
import { alertTable } from '../alerts/alert-table.ts'
import { capTable } from '../caps/cap-table.ts'
import { countTable } from '../counters/count-table.ts'
import { metricTable } from '../metrics/metric-table.ts'
import { hourTable } from '../traces/hour-table.ts'
import { pieceTable } from '../traces/piece-table.ts'
import { traceTable } from '../traces/trace-table.ts'
import { workerTable } from '../workers/worker-table.ts'

export const observeTables = (tables: TableDeps) => ({
  workers: workerTable(tables),
  caps: capTable(tables),
  counters: countTable(tables),
  traces: traceTable(tables),
  hours: hourTable(tables),
  pieces: pieceTable(tables),
  metricRows: metricTable(tables),
  alerts: alertTable(tables),
})
