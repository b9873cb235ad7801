export { anonymousCaller, networkOf } from './anonymous.ts'
export { apiKeyDigest, apiKeyDisplayPrefix, derivedApiKey, isWellFormedApiKey, mintApiKey } from './api-key.ts'
export { type Authenticator, authenticationChain, bearerToken, type Credentials } from './authentication.ts'
export { type Caller, hasScope, type Plan } from './caller.ts'
export { addMs, type Clock, epochSeconds, systemClock } from './clock.ts'
export { configuredSessions } from './configured-sessions.ts'
export { type Refused, type TableDeps, type WriteStep, writeContended } from './contended-write.ts'
export { decodeCursor, encodeCursor } from './cursor.ts'
export type { ServeDeps } from './exchange.ts'
export { BlockedUrl, type GuardedFetch, guardedFetch } from './guarded-fetch.ts'
export { derivedUuid, type NewId, newUuid } from './ids.ts'
export { type Kept, kept } from './kept.ts'
export { type KeyRow, keyAuthenticator, keyItemKey } from './key-table.ts'
export { createLog, type Log, redact } from './log.ts'
export { emfMetrics, type Metrics } from './metrics.ts'
export { mayBePublic } from './public-address.ts'
export {
  type FieldError,
  forbidden,
  invalidInput,
  notFound,
  payloadTooLarge,
  Refusal,
  unauthenticated,
  unavailable,
} from './refusal.ts'
export { type RequestContext, type Route, route } from './route.ts'
export { managedSecret, type SecretSource, secretPresence } from './secret.ts'
export { serve, serveStream } from './serve.ts'
export { personalTenantOf, type SessionIssuer, sessionAuthenticator, type VerifySession } from './session.ts'
export { cancellationReasons, isConditionFailed, tableClient } from './table.ts'
export { handleBatch, handleSchedule, handleStep } from './workers.ts'
