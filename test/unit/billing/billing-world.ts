import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type Metrics, rowTable } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { accountTable, entitlementTable, graceTable, reversedMonthTable } from '@signet/ledger'
import type { Stripe } from 'stripe'
import { customerTable } from '../../../lambdas/billing/accounts/customer-table.ts'
import type { Books } from '../../../lambdas/billing/books/books.ts'
import { planRow, purchaseRow, reversalRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { reconcile } from '../../../lambdas/billing/reconcile/reconcile.ts'
import { type MessageDeps, settleMessage } from '../../../lambdas/billing/settle/settle-message.ts'
import { type StripeMessage, SUBJECTS } from '../../../lambdas/billing/settle/stripe-message.ts'
import { pledgeTable } from '../../../lambdas/images/credits/pledge-table.ts'
import { bookPurchase, PurchaseEvent } from '../../../lambdas/images/credits/purchases.ts'
import { changeEntitlement, EntitlementEvent } from '../../../lambdas/usage/entitlements/change-entitlement.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type CrashPoint, withCrash } from '../../support/crash-point.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { manualClock } from '../../support/sample-job.ts'
import { TABLE } from '../../support/table-world.ts'
import { type Shop, shop } from './shop.ts'

const quietLog = createLog({ write: () => {} })

/** Builds the message that the webhook queues for an event. */
export const messageOf = ({ id, type, data }: Stripe.Event): StripeMessage => {
  const subject = SUBJECTS[type]
  const object = data.object as { id: string; object: string; customer?: string }
  if (!subject) throw new Error(`No subject for ${type}`)
  const customer_id = object.object === 'customer' ? object.id : object.customer
  return { event_id: id, type, subject, object_id: object.id, ...(customer_id ? { customer_id } : {}) }
}

/** Creates billing over a table with the ledgers of the other services, and a shop. */
export const billingWorld = (db: DynamoDBDocumentClient) => {
  const clock = manualClock(new Date('2026-10-01T12:00:00.000Z'))
  const deps = { db, table: TABLE, now: clock.now, backoff: { sleep: async () => {}, random: () => 0 } }
  const stripeShop: Shop = shop(clock.now)
  const accounts = accountTable(withOwnAccounts(deps))
  const entitlements = entitlementTable(deps)
  const bookCredits = bookPurchase({
    accounts,
    pledges: pledgeTable(deps),
    graces: graceTable(deps),
    reversedMonths: reversedMonthTable(deps),
    now: clock.now,
    log: quietLog,
  })
  const changePlan = changeEntitlement({ entitlements, now: clock.now, log: quietLog })
  // Converts through JSON and the schemas of the receiving function, as an invocation does.
  const throughJson = (payload: object): unknown => JSON.parse(JSON.stringify(payload))
  const books: Books = {
    book: async (purchase) => void (await bookCredits(PurchaseEvent.parse(throughJson(purchase)))),
    entitle: async (change) => void (await changePlan(EntitlementEvent.parse(throughJson(change)))),
  }
  const recorded: Record<string, number> = {}
  const metrics: Metrics = {
    record: (name, value) => {
      recorded[name] = (recorded[name] ?? 0) + value
    },
  }
  /** The worker's dependencies. Every call passes the crash point. */
  const settlingWithCrashes = (crash?: CrashPoint): MessageDeps => {
    const send: unknown = (command: never) =>
      crash ? crash.around(() => deps.db.send(command)) : deps.db.send(command)
    const tables = { ...deps, db: { send } as DynamoDBDocumentClient }
    return {
      ...tables,
      processor: crash ? { ...withCrash(stripeShop.processor, crash), mode: 'test' } : stripeShop.processor,
      customers: customerTable(tables, 'test'),
      entitlements: entitlementTable(tables),
      books: crash ? withCrash(books, crash) : books,
      outbox: outbox({ table: outboxTable(tables), bus: { send: async (events) => events }, log: quietLog }),
      purchases: rowTable(purchaseRow, tables),
      reversals: rowTable(reversalRow, tables),
      log: quietLog,
      metrics,
    }
  }
  const settling = settlingWithCrashes()
  const { customers } = settling
  const plans = rowTable(planRow, deps)
  return {
    ...stripeShop,
    clock,
    deps,
    settling,
    settlingWithCrashes,
    customers,
    plans,
    recorded,
    customerOf: (org: string) => customers.ensure(org, (key) => stripeShop.processor.createCustomer(org, key)),
    deliver: (event: Stripe.Event, workerDeps: MessageDeps = settling) => settleMessage(workerDeps)(messageOf(event)),
    /** Delivers every undelivered event, in order. */
    async catchUp(): Promise<void> {
      for (const event of stripeShop.events.splice(0)) await settleMessage(settling)(messageOf(event))
    },
    reconcile: reconcile(async () => settling),
    account: (org: string) => accounts.read(org),
    tier: (org: string) => entitlements.read(org),
    plan: (org: string) => plans.get({ mode: 'test', org }),
    entitle: books.entitle,
  }
}

export type BillingWorld = ReturnType<typeof billingWorld>
