export { conversationRow } from './conversation-rows.ts'
export { importFileRow } from './import-file-rows.ts'
export { importRow } from './import-rows.ts'
export {
  FAILURE_CODES,
  type FailureCode,
  INGEST_STATES,
  IngestError,
  ingestRow,
  OutcomeCounts,
  SplitterPosition,
  UnsupportedShape,
} from './ingest-rows.ts'
export { meterRow, TELEMETRY_DAYS_MAX } from './meter-rows.ts'
export { uploadRow } from './upload-rows.ts'
