import { eachMessage, type Log } from '@signet/kernel'
import * as z from 'zod'
import type { Mail, SendMail } from './mail.ts'

/** The members of a bus event that mails are made from. */
const BusEventSchema = z.object({ type: z.string(), subject: z.string(), time: z.string(), data: z.looseObject({}) })
export type BusEvent = z.infer<typeof BusEventSchema>

/**
 * Makes the mail for an event; undefined if nobody is to be notified. Its own writes are complete before the mail is
 * sent.
 */
export type MailOf = (event: BusEvent) => Promise<Mail | undefined>

export interface MailWorkerDeps {
  /** By types of events, such as `org.signet.api-key.leaked.v1`. */
  readonly mails: Readonly<Record<string, MailOf>>
  readonly send: SendMail
  readonly log: Pick<Log, 'info' | 'error'>
}

/**
 * Sends a mail for each event of a batch. The event stays in its queue until the mail is accepted, so none is lost. If
 * a run dies after that, the mail is sent twice. A failed message alone is returned to the queue.
 */
export const mailWorker = ({ mails, send, log }: MailWorkerDeps) =>
  eachMessage({ log, failed: 'a mail could not be sent' }, async (body) => {
    const event = BusEventSchema.parse(body)
    const mailOf = Object.hasOwn(mails, event.type) ? mails[event.type] : undefined
    if (!mailOf) throw new Error(`No mail is defined for ${event.type}`)
    const mail = await mailOf(event)
    if (mail) log.info('a mail was worked on', { type: event.type, outcome: await send(mail) })
  })
