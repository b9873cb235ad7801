export { guardedMail } from './guarded-mail.ts'
export { type Mail, NOT_CONFIGURED } from './mail.ts'
export { mailQueue } from './mail-queue.ts'
export { type MailOf, mailsOfEvents } from './mails-of-events.ts'
export { configuredMail } from './ses-mail.ts'
export {
  addressKey,
  linkDigest,
  subscriberIdOf,
  unsubscribeHeaders,
  unsubscriberOf,
  unsubscribeToken,
} from './subscriber-links.ts'
