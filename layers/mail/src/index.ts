export { type Mail, NOT_CONFIGURED } from './mail.ts'
export { type MailOf, mailsOfEvents } from './mails-of-events.ts'
export { configuredMail } from './ses-mail.ts'
