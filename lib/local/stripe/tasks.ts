import { expireSession } from './checkout.ts'
import { collect, finalizeInvoice, renew } from './collection.ts'
import { changed, type Desk } from './desk.ts'
import { followUp } from './follow-up.ts'
import { settle } from './payments.ts'
import { endOf, endSubscription, isLive } from './subscriptions.ts'

/** Work that time causes. Each task checks whether it is still needed, because tasks are not taken back when things change. */
type Task = (desk: Desk, id: string) => void

const renewing: Task = (desk, id) => {
  const subscription = desk.book.get('subscription', id)
  if (!subscription || !isLive(subscription) || endOf(subscription) > desk.book.now()) return
  const { cancel_at } = subscription
  if (cancel_at !== null && cancel_at <= desk.book.now()) endSubscription(desk, subscription)
  else renew(desk, subscription)
}

const ending: Task = (desk, id) => {
  const subscription = desk.book.get('subscription', id)
  const at = subscription?.cancel_at ?? null
  if (subscription && isLive(subscription) && at !== null && at <= desk.book.now()) endSubscription(desk, subscription)
}

const finalizing: Task = (desk, id) => {
  const invoice = desk.book.get('invoice', id)
  if (invoice?.status === 'draft' && invoice.auto_advance) collect(desk, finalizeInvoice(desk, invoice))
}

const retrying: Task = (desk, id) => {
  const invoice = desk.book.get('invoice', id)
  if (invoice?.status === 'open' && invoice.auto_advance) collect(desk, invoice)
}

const settling: Task = (desk, id) => {
  const intent = desk.book.get('payment_intent', id)
  if (intent?.status === 'processing') followUp(desk, settle(desk, intent))
}

const expiring: Task = (desk, id) => {
  const session = desk.book.get('checkout.session', id)
  if (session?.status === 'open' && session.expires_at <= desk.book.now()) expireSession(desk, session)
}

const givingUp: Task = (desk, id) => {
  const subscription = desk.book.get('subscription', id)
  if (subscription?.status !== 'incomplete') return
  const now = desk.book.now()
  const changes = { status: 'incomplete_expired', ended_at: now, canceled_at: now } as const
  changed(desk, 'subscription', subscription, changes, 'customer.subscription.updated')
}

/** The tasks of the book, by name; webhooks are delivered elsewhere. */
export const TASKS: Readonly<Record<string, Task>> = {
  renew: renewing,
  end: ending,
  finalize: finalizing,
  retry: retrying,
  settle: settling,
  expire: expiring,
  incomplete: givingUp,
}
