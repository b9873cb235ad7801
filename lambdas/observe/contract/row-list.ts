import { alertSigningRow, noticeRow } from '@signet/notifications/webhooks'
import { alertIdRow, alertRow } from './alerts.ts'
import { metricRow, seriesDayRow, seriesPointRow, seriesRow, totalRow } from './metric-rows.ts'
import { objectTraceRow } from './object-trace-row.ts'
import { requestMarkRow } from './request-mark-row.ts'
import { admittedWorkersRow, capRow, countRow, workerRow } from './rows.ts'
import { ruleCountRow, ruleRow, ruleStateRow, sloRow } from './rule-rows.ts'
import { looseLogRow, traceRecordRow, traceReferenceRow, traceRow } from './telemetry-rows.ts'

export const rows = [
  admittedWorkersRow,
  workerRow,
  alertRow,
  alertIdRow,
  capRow,
  countRow,
  traceRow,
  traceReferenceRow,
  traceRecordRow,
  looseLogRow,
  metricRow,
  seriesRow,
  seriesDayRow,
  seriesPointRow,
  totalRow,
  requestMarkRow,
  objectTraceRow,
  ruleCountRow,
  ruleRow,
  sloRow,
  ruleStateRow,
  noticeRow,
  alertSigningRow,
]
