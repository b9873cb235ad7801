export {
  type AlertSigningTable,
  alertSigner,
  alertSigningRow,
  alertSigningTable,
  noticeIdOf,
  noticeRow,
} from './alert-notices.ts'
export { type AttemptDeps, attemptDelivery, LEASE_MS } from './attempt.ts'
export { DELAY_SECONDS_MAX, type DeliveryQueue, deliveryQueue } from './delivery-queue.ts'
export { ATTEMPTS_MAX, retryAfterSeconds } from './retry-schedule.ts'
export { rotatedSecret, type SecretState, type SecretTable, secretTable } from './secret-table.ts'
export { type Notification, signedHeaders } from './signature.ts'
export { type WebhookSecrets, webhookSecrets } from './webhook-secrets.ts'
export { LOOPBACK_ADDRESSES as OWN_ADDRESSES, webhookUrlErrors } from './webhook-url.ts'
