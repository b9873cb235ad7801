export {
  type Account,
  BUCKETS,
  type Bucket,
  type Counter,
  creditsOf,
  graceUntil,
  isLapsed,
  newAccount,
  nextCycle,
  type Parts,
  spendable,
  spendableIn,
  splitOf,
  usageOf,
} from './account.ts'
export { type AccountTable, accountTable, type Posting, type PostingName } from './account-table.ts'
export { type Allowance, type AllowanceTable, allowanceTable, spendableOf } from './allowance-table.ts'
export { readAccount } from './balance-table.ts'
export { type BalanceChange, balanceUpdate, holdChange, unchanged } from './balance-update.ts'
export { type Cycle, calendarMonthAt, cycleAt, monthsAfter } from './billing-cycle.ts'
export { type Charge, type CountedCharge, type CreditCharge, type QuotaCharge, sharesOf } from './charge.ts'
export { type CreditStatement, creditStatement } from './credit-statement.ts'
export {
  type ChangeOutcome,
  type EntitlementChange,
  type EntitlementRow,
  type EntitlementTable,
  entitlementTable,
} from './entitlement-table.ts'
export { type EntryPage, type EntryTable, entryTable } from './entry-table.ts'
export { type GraceTable, graceTable } from './grace-table.ts'
export { entryPut, type LedgerAccount, type LedgerEntry, type LedgerLine, linesOf } from './ledger-entry.ts'
export {
  type Counted,
  type Meters,
  meters,
  type NearlyUsed,
  type PlatformUsage,
  quotasOf,
  type Taken,
} from './meters.ts'
export { accountIdOf, type Bill, everyPart, type Payer, payerOf } from './payer.ts'
export {
  type Hold,
  type JobReading,
  noImagesLeft,
  type Payment,
  type Unpaid,
  unpayable,
} from './payment.ts'
export { type PaymentTable, paymentTable } from './payment-table.ts'
export {
  ANONYMOUS,
  PACKS,
  type PackId,
  PLANS,
  type Plan,
  type PlanTerms,
  type Subscription,
  TIER_CREDITS,
  UPGRADE_PATH,
  WELCOME_CREDITS,
} from './plans.ts'
export {
  clawbackPosting,
  endPosting,
  expiryPosting,
  giftPosting,
  monthPosting,
  type PaidMonth,
  packPosting,
} from './postings.ts'
export { isProductKey, PRODUCTS, type ProductKey, type ProductTerms } from './products.ts'
export { type ChargedJob, type SettlementTable, settlementTable } from './settlement-table.ts'
export {
  type PlatformMeter,
  SKUS,
  type Sku,
  TIER_LIMITS,
  TIER_SKUS,
  type TierSku,
} from './skus.ts'
export {
  type OverLimit,
  type Spender,
  type SpendingLimit,
  type SpendingLimits,
  standingAllowance,
} from './spending-limit.ts'
export { type OrganisationRecord, type Standing, type StandingOf, standingAt, standings } from './standing.ts'
export type { PlatformTier, QualityTier } from './tiers.ts'
