import { mailsOfEvents } from '@signet/notifications/mail'
import { requestLinks } from '@signet/notifications/trust-requests'
import { signedHeaders } from '@signet/notifications/webhooks'

console.log(mailsOfEvents, requestLinks, signedHeaders)

export {}
