export { latinText } from './latin-text.ts'
export { StampTimedOut, stampInThread } from './stamp-thread.ts'
export type { PdfStampResult } from './stamp-result.ts'
