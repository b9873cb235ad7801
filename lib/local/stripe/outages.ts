import type { Book } from './book.ts'

export interface ApiOutage {
  readonly times: number
  /** `after`: the call is done, and its answer is lost. */
  readonly when: 'before' | 'after'
  /** Status of the answer; 0 ends the connection without one. */
  readonly status: number
}

const OUTAGE = 'outage'

/** Makes the next calls fail; 0 ends the outage. */
export const planOutage = (book: Book, outage: ApiOutage): void =>
  book.setNote(OUTAGE, 'next', outage.times > 0 ? outage : undefined)

/** The failure of the current call, which uses up one planned failure. */
export const takeOutage = (book: Book): ApiOutage | undefined => {
  const outage = book.note(OUTAGE, 'next') as ApiOutage | undefined
  if (outage) planOutage(book, { ...outage, times: outage.times - 1 })
  return outage
}
