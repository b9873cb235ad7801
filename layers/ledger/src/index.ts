export { type Account, creditsOf, spendable } from './account.ts'
export { closeAccount } from './account-closing-table.ts'
export { type AccountTable, accountTable, type Posting, type PostingKey } from './account-table.ts'
export { type Allowance, type AllowanceTable, allowanceTable, PURCHASE_CENTS, spendableOf } from './allowance-table.ts'
export { readAccount } from './balance-table.ts'
export { calendarMonthAt } from './billing-cycle.ts'
export { type Charge, sharesOf } from './charge.ts'
export { type Credit, creditOf, type ScaffoldWarning } from './credit.ts'
export { type CreditStatement, creditStatement } from './credit-statement.ts'
export {
  type ChangeOutcome,
  type EntitlementChange,
  type EntitlementRow,
  type EntitlementTable,
  entitlementTable,
} from './entitlement-table.ts'
export { entryTable } from './entry-table.ts'
export { type GraceTable, graceTable } from './grace-table.ts'
export { type MeterReservation, type Meters, meters, quotasOf, type Scopes } from './meters.ts'
export { monthReturn, monthReversal } from './month-reversals.ts'
export { monthSums } from './month-sums.ts'
export { movedAccounts } from './moved-accounts-table.ts'
export { organizationRecords } from './organization-records.ts'
export { fingerprintOf, type PaidDeps, paidHeaders, paidOnce } from './paid-once.ts'
export { accountIdOf, type Bill, completeParts, payerOf } from './payer.ts'
export { payingDeps } from './paying-deps.ts'
export type { Hold, JobReading, Payment, Unpaid } from './payment.ts'
export { type PaymentTable, paymentTable } from './payment-table.ts'
export {
  ANONYMOUS_PLAN,
  PACKS,
  type PackId,
  PLANS,
  type Plan,
  type SubscriptionPlan,
  TIER_CREDITS,
  UPGRADE_PATH,
} from './plans.ts'
export { clawbackPosting, endPosting, expiryPosting, giftPosting, monthPosting, packPosting } from './postings.ts'
export { isProductKey, PRODUCTS, type ProductKey, PURCHASES_PER_HOUR } from './products.ts'
export { giveBackPurchase, type PurchaseLimit, type PurchaseLimits, purchaseLimits } from './purchase-limit.ts'
export { type Notice, type QuotaNotices, quotaNotices } from './quota-notices.ts'
export { type ReversedMonthTable, reversedMonthTable } from './reversed-month-table.ts'
export { settlementTable } from './settlement-table.ts'
export {
  type EvidenceMeter,
  LIBRARY_CAPACITY,
  OBSERVABILITY_TERMS,
  SKUS,
  type Sku,
  TIER_SKUS,
  type TierSku,
} from './skus.ts'
export type { OverLimit } from './spending-limit.ts'
export { monthAfter, type StatementTable, statementTable } from './statement-table.ts'
export {
  type TierStatusOf,
  tierStatusAt,
  tierStatuses,
} from './tier-status.ts'
export type { PlatformTier, QualityTier } from './tiers.ts'
