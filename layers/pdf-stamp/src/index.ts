export { latinText } from './latin-text.ts'
export { type NotStamped, type Stamped, stampPdf } from './stamp-pdf.ts'
