export { latinText } from './latin-text.ts'
export { PAGES_MAX, PDF_MAX_BYTES } from './limits.ts'
export { type NotStamped, type Stamped, stampPdf } from './stamp-pdf.ts'
