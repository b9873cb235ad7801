import { mailsOfEvents } from '@signet/notifications/mail'
import { signedHeaders } from '@signet/notifications/webhooks'

console.log(mailsOfEvents, signedHeaders)

export {}
