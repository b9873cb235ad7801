import type { Book } from './book.ts'
import { expireSession, updateDependents } from './checkout.ts'
import { collectInvoice, finalizeInvoice, renewSubscription } from './collection.ts'
import type { Deliveries } from './deliveries.ts'
import { type Desk, type DeskDeps, NO_REQUEST, openDesk, updateObject } from './desk.ts'
import { settlePayment } from './payments.ts'
import { currentPeriodEnd, endSubscription, isLive } from './subscriptions.ts'

/** A timed action. It checks whether it is still needed, because tasks are not removed when objects change. */
type Task = (desk: Desk, id: string) => void

const renewTask: Task = (desk, id) => {
  const subscription = desk.book.get('subscription', id)
  if (!subscription || !isLive(subscription) || currentPeriodEnd(subscription) > desk.book.now()) return
  const { cancel_at } = subscription
  if (cancel_at !== null && cancel_at <= desk.book.now()) endSubscription(desk, subscription)
  else renewSubscription(desk, subscription)
}

const endTask: Task = (desk, id) => {
  const subscription = desk.book.get('subscription', id)
  const at = subscription?.cancel_at ?? null
  if (subscription && isLive(subscription) && at !== null && at <= desk.book.now()) endSubscription(desk, subscription)
}

const finalizeTask: Task = (desk, id) => {
  const invoice = desk.book.get('invoice', id)
  if (invoice?.status === 'draft' && invoice.auto_advance) collectInvoice(desk, finalizeInvoice(desk, invoice))
}

const retryTask: Task = (desk, id) => {
  const invoice = desk.book.get('invoice', id)
  if (invoice?.status === 'open' && invoice.auto_advance) collectInvoice(desk, invoice)
}

const settleTask: Task = (desk, id) => {
  const intent = desk.book.get('payment_intent', id)
  if (intent?.status === 'processing') updateDependents(desk, settlePayment(desk, intent))
}

const expireTask: Task = (desk, id) => {
  const session = desk.book.get('checkout.session', id)
  if (session?.status === 'open' && session.expires_at <= desk.book.now()) expireSession(desk, session)
}

const expireIncompleteTask: Task = (desk, id) => {
  const subscription = desk.book.get('subscription', id)
  if (subscription?.status !== 'incomplete') return
  const now = desk.book.now()
  const changes = { status: 'incomplete_expired', ended_at: now, canceled_at: now } as const
  updateObject(desk, 'subscription', subscription, changes, 'customer.subscription.updated')
}

const TASKS: Readonly<Record<string, Task>> = {
  renew: renewTask,
  end: endTask,
  finalize: finalizeTask,
  retry: retryTask,
  settle: settleTask,
  expire: expireTask,
  incomplete: expireIncompleteTask,
}

/** Runs due tasks in order of due time, each in a separate transaction. */
export const timekeeper = (deps: DeskDeps, log: (line: string) => void) => {
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
    /** Runs `work` as one transaction and then schedules the tasks that it planned. */
    commit<T>(work: () => T): T {
      const result = book.atomically(work)
      arm()
      return result
    },
    /** Starts running due tasks. Tasks that fell due while the stand-in was stopped run immediately. */
    start(deliveries: Deliveries) {
      sender = deliveries
      arm()
    },
    stop() {
      sender = undefined
      cancel()
    },
  }
}

/** A task that throws is logged and dropped: it would fail again and block all later tasks. */
const runTask = (book: Book, desk: Desk, due: { task: string; id: string }, log: (line: string) => void): void => {
  try {
    book.atomically(() => {
      book.due.removeTask(due)
      TASKS[due.task]?.(desk, due.id)
    })
  } catch (error) {
    book.due.removeTask(due)
    log(`Stripe task ${due.task} of ${due.id} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
