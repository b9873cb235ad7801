export { guardedMail, MailDelayed } from './guarded-mail.ts'
export { type Mail, NOT_CONFIGURED, type SendMail } from './mail.ts'
export { type MailAllowance, mailAllowance } from './mail-allowance.ts'
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
