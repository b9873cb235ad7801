export { latinText } from './latin-text.ts'
export type { PdfStampResult } from './stamp-result.ts'
export { StampTimedOut, stampInThread } from './stamp-thread.ts'
