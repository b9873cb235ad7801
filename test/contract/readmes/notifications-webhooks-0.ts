import { ATTEMPTS_MAX, retryAfterSeconds, signedHeaders, webhookUrlErrors } from '@signet/notifications/webhooks'

const notification = { id: 'msg_1', body: JSON.stringify({ type: 'hive.swarmed' }) }
const headers = signedHeaders(notification, ['whsec_c2VjcmV0'], 1_790_000_000)

console.log(headers['webhook-signature']) // v1,<base64>; one signature for each valid secret
console.log(webhookUrlErrors('http://customer.example/hook', { allowsLoopback: false })) // must begin with https://
console.log(ATTEMPTS_MAX, retryAfterSeconds('120', new Date(0))) // 10 120

export {}
