import { eachMessage, type Log } from '@signet/kernel'
import * as z from 'zod'
import type { Mail, SendMail } from './mail.ts'

/** What an event of the bus says, as far as a mail is made of it. */
const Told = z.object({ type: z.string(), subject: z.string(), time: z.string(), data: z.looseObject({}) })
export type ToldEvent = z.infer<typeof Told>

/** The mail that tells of an event; undefined: nobody is to be told. Whatever it writes stands before the mail is sent. */
export type MailOf = (event: ToldEvent) => Promise<Mail | undefined>

export interface MailWorkerDeps {
  /** By types of events, such as `org.signet.api-key.leaked.v1`. */
  readonly mails: Readonly<Record<string, MailOf>>
  readonly send: SendMail
  readonly log: Pick<Log, 'info' | 'error'>
}

/**
 * Sends a mail for each event of a batch. The event waits in its queue until the mail is handed over, so none is lost; one
 * that was handed over by a run that died is sent twice. A message that could not be worked on is returned alone.
 */
export const mailWorker = ({ mails, send, log }: MailWorkerDeps) =>
  eachMessage({ log, failed: 'a mail could not be sent' }, async (body) => {
    const event = Told.parse(body)
    const mailOf = Object.hasOwn(mails, event.type) ? mails[event.type] : undefined
    if (!mailOf) throw new Error(`No mail tells of ${event.type}`)
    const mail = await mailOf(event)
    if (mail) log.info('a mail was worked on', { type: event.type, outcome: await send(mail) })
  })
