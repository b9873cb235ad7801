export { latinText } from './latin-text.ts'
export { type Stamped, stampPdf } from './stamp-pdf.ts'
