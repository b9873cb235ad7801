export { erasureAnswerRow, erasureRow } from './erasure-rows.ts'
export { DOWNLOAD_DAYS, exportPartRow, exportRow, OPEN_DAYS } from './export-rows.ts'
