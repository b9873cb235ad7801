export { type Mail, type MailOutcome, NOT_CONFIGURED, type SendMail } from './mail.ts'
export { type MailOf, mailWorker, type ToldEvent } from './mail-worker.ts'
export { configuredMail } from './ses-mail.ts'
