import { authenticatedApp, personalAccountCheck, roles } from '@signet/identity'
import { managedSecret, quotas, rowTable } from '@signet/kernel'
import { accountTable, allowanceTable, entitlementTable, purchaseLimits, UPGRADE_PATH } from '@signet/ledger'
import { customerTable } from '../accounts/customer-table.ts'
import { functionBooks } from '../books/books-function.ts'
import { acceptedProducts } from '../checkout/catalog.ts'
import type { access } from '../contract/access.ts'
import { checkoutRow, planRow, purchaseRow } from '../contract/billing-rows.ts'
import { inviteRow } from '../contract/invite-row.ts'
import { orderTable } from '../purchase/order-table.ts'
import { loadProcessor } from '../stripe/load-processor.ts'
import type { Mode } from '../stripe/payment-processor.ts'
import { billingRoute, downgradeRoute, invoicesRoute, portalRoute } from './billing-routes.ts'
import { checkoutRoute } from './checkout-route.ts'
import { purchaseRoute } from './purchase-route.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const { env, secrets, now, clients } = runtime
  const secret = managedSecret({ client: secrets, id: env.STRIPE_SECRET, now })
  const deps = {
    ...runtime,
    load: loadProcessor({ secret, address: env.STRIPE_API, now }),
    customersOf: (mode: Mode) => customerTable(runtime, mode),
    plans: rowTable(planRow, runtime),
    checkouts: rowTable(checkoutRow, runtime),
    purchases: rowTable(purchaseRow, runtime),
    ordersOf: (mode: Mode) => orderTable(runtime, mode, Number(env.DAILY_PURCHASE_CENTS)),
    limitOf: purchaseLimits({ ...runtime, allowances: allowanceTable(runtime), quotas: quotas(runtime, UPGRADE_PATH) }),
    invites: rowTable(inviteRow, runtime),
    entitlements: entitlementTable(runtime),
    accounts: accountTable({ ...runtime, isOwnAccount: personalAccountCheck(runtime) }),
    books: functionBooks({
      lambda: clients.lambda,
      credits: env.IMAGES_CREDITS_FUNCTION,
      entitlements: env.USAGE_ENTITLEMENTS_FUNCTION,
    }),
    roleOf: roles(runtime),
    acceptedKeys: acceptedProducts(env.SOLD_PRODUCTS),
  }
  return {
    routes: [
      billingRoute(deps),
      invoicesRoute(deps),
      checkoutRoute(deps),
      portalRoute(deps),
      downgradeRoute(deps),
      purchaseRoute(deps),
    ],
  }
})
