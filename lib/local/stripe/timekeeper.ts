import type { Book } from './book.ts'
import type { Deliveries } from './deliveries.ts'
import { type Desk, type DeskDeps, NO_REQUEST, openDesk } from './desk.ts'
import { TASKS } from './tasks.ts'

export interface Timekeeper {
  /** Runs as one transaction and then sets going what it planned. */
  commit<T>(work: () => T): T
  /** From here on due tasks run. Tasks that fell due while the stand-in was stopped run at once. */
  start(deliveries: Deliveries): void
  stop(): void
}

/** Does what is due in the order of its times, each task as a transaction of its own. */
export const timekeeper = (deps: DeskDeps, log: (line: string) => void): Timekeeper => {
  const { book } = deps
  let sender: Deliveries | undefined
  let cancel = () => {}
  const arm = () => {
    cancel()
    const first = sender && book.due.first()
    if (first) cancel = book.clock.after(first.at - book.clock.now(), fire)
  }
  const fire = () => {
    for (let first = book.due.first(); first && first.at <= book.clock.now(); first = book.due.first()) {
      const { task, id } = first
      if (task === 'deliver') sender?.attempt(id)
      else runTask(book, openDesk(deps, NO_REQUEST), { task, id }, log)
    }
    arm()
  }
  return {
    commit(work) {
      const result = book.atomically(work)
      arm()
      return result
    },
    start(deliveries) {
      sender = deliveries
      arm()
    },
    stop() {
      sender = undefined
      cancel()
    },
  }
}

/** A task that throws is reported and dropped: it would throw again and block all tasks after it. */
const runTask = (book: Book, desk: Desk, due: { task: string; id: string }, log: (line: string) => void): void => {
  try {
    book.atomically(() => {
      book.due.done(due)
      TASKS[due.task]?.(desk, due.id)
    })
  } catch (error) {
    book.due.done(due)
    log(`${due.task} of ${due.id} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
