export {
  forbidden,
  invalidInput,
  notFound,
  payloadTooLarge,
  Refusal,
  refusal,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from '@signet/contracts/http'
export type { Authenticator, Credentials } from './authentication.ts'
export { type CachedRead, cached } from './cached.ts'
export type { Caller } from './caller.ts'
export { chunksOf } from './chunks.ts'
export { addressHasher, coarseNetworkOf } from './client-address.ts'
export { addMs, type Clock, epochSeconds, secondsUntil } from './clock.ts'
export { definedMembers } from './defined-members.ts'
export type { FunctionRuntime } from './function-runtime.ts'
export { BlockedUrl, type GuardedFetch, type GuardedResponse } from './guarded-request.ts'
export { type ApiApp, type ApiRuntime, apiApp, type Callers } from './http/api-app.ts'
export type { Arrival } from './http/arrival.ts'
export { ifMatchVersion } from './http/if-match.ts'
export { type Preferences, preferencesOf, WAIT_SECONDS_MAX } from './http/preferences.ts'
export { type Protocol, type ProtocolReply, preflightAnswer } from './http/protocol.ts'
export { type RequestContext, type Route, route } from './http/route.ts'
export { isThrottled } from './http/throttled.ts'
export { derivedUuid, type NewId, newUuid } from './ids.ts'
export { limitStep } from './limits/exact-limit.ts'
export { keyBudget, keyBudgetExhausted, keyBudgetOf } from './limits/key-budget.ts'
export type { Limiter } from './limits/limiter.ts'
export {
  giveBack,
  isNearlyUsedUp,
  type MeterReading,
  type Quota,
  type Quotas,
  quotaExceeded,
  quotas,
  quotaUseStep,
  type Reservation,
  type ReserveOptions,
  warningOf,
} from './limits/quota.ts'
export { type SpendGuard, type SpendReservation, spendGuard } from './limits/spend-guard.ts'
export { type SpendRefusal, spendCeiling } from './limits/spend-refusal.ts'
export { loadedOnce } from './loaded-once.ts'
export type { Log } from './log.ts'
export type { Metrics } from './metrics.ts'
export {
  isCurrentCall,
  mintPlatformCall,
  type Paying,
  PLATFORM_CALL_PREFIX,
  type PlatformCall,
  signedClaims,
} from './platform-call.ts'
export { mayBePublic } from './public-address.ts'
export { managedSecret, type SecretSource, secretPresence, secretsClient } from './secret.ts'
export { spanned } from './span.ts'
export { startOnce } from './start-once.ts'
export { decodeCursor, encodeCursor } from './table/cursor.ts'
export { eraseRows, pagesOf } from './table/erase-rows.ts'
export {
  type Idempotency,
  type IdempotencyKey,
  type IdempotentResult,
  idempotency,
  type KeyMismatch,
  type KeyRefused,
} from './table/idempotency.ts'
export { overdueRows } from './table/overdue-rows.ts'
export { indexEntryOf, literalStart, partitionOf, type RowOf, rowKey } from './table/row-kind.ts'
export { type Page, type PageOptions, type RowTable, rowTable } from './table/row-table.ts'
export { conditionHeld, ifConditionHeld, isConditionFailed, tableClient } from './table/table-client.ts'
export { type CancellationReasons, type TableDeps, transact, type WriteStep } from './table/transact.ts'
export { senderId, traceparentOf } from './trace.ts'
export {
  type Cause,
  causeAttributes,
  causeHeaders,
  currentCause,
  type Ids,
  noteIds,
  onTrail,
  trail,
} from './trail.ts'
export type { RunEvents } from './workers/event-batch.ts'
export { eventFunction } from './workers/event-function.ts'
export { invokedFunction, stepFunction } from './workers/invoked-function.ts'
export { linesFunction } from './workers/lines-function.ts'
export { queueFunction } from './workers/queue-function.ts'
export { resendAbandoned } from './workers/resend-abandoned.ts'
export { scheduleFunction } from './workers/schedule-function.ts'
