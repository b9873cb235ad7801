export { type Mail, NOT_CONFIGURED } from './mail.ts'
export { type MailOf, mailWorker } from './mail-worker.ts'
export { configuredMail } from './ses-mail.ts'
