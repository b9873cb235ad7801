export { departureAnswerRow, departureRow } from './departure-rows.ts'
export { DOWNLOAD_DAYS, exportPartRow, exportRow } from './export-rows.ts'
