import type { Book } from './book.ts'

export interface ApiOutage {
  readonly times: number
  /** `after`: the call takes effect, and its response is lost. */
  readonly when: 'before' | 'after'
  /** Status of the response; 0 ends the connection without one. */
  readonly status: number
}

const OUTAGE = 'outage'

/** Plans failures of the next calls; 0 ends the outage. */
export const planOutage = (book: Book, outage: ApiOutage): void =>
  book.setNote(OUTAGE, 'next', outage.times > 0 ? outage : undefined)

/** Returns the failure of the current call and consumes one planned failure. */
export const takeOutage = (book: Book): ApiOutage | undefined => {
  const outage = book.getNote(OUTAGE, 'next') as ApiOutage | undefined
  if (outage) planOutage(book, { ...outage, times: outage.times - 1 })
  return outage
}
