import { alertSigningRow, noticeRow } from '@signet/notifications/webhooks'
import { alertIdRow, alertRow } from './alerts.ts'
import { foundRow } from './found-row.ts'
import { metricRow, seriesDayRow, seriesPointRow, seriesRow, totalRow } from './metric-rows.ts'
import { onceRow } from './request-row.ts'
import { capRow, countRow, observedRow, workerRow } from './rows.ts'
import { ruledRow, ruleRow, ruleStateRow, sloRow } from './rule-rows.ts'
import { looseRow, sentRow, tracePartRow, traceRow } from './telemetry-rows.ts'

export const rows = [
  observedRow,
  workerRow,
  alertRow,
  alertIdRow,
  capRow,
  countRow,
  traceRow,
  tracePartRow,
  sentRow,
  looseRow,
  metricRow,
  seriesRow,
  seriesDayRow,
  seriesPointRow,
  totalRow,
  onceRow,
  foundRow,
  ruledRow,
  ruleRow,
  sloRow,
  ruleStateRow,
  noticeRow,
  alertSigningRow,
]
