export { latinText } from './latin-text.ts'
export { StampTimedOut, stampInThread } from './stamp-thread.ts'
export type { Stamped } from './stamped.ts'
