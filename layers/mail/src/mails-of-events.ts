import type { Log, RunEvents } from '@signet/kernel'
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

export interface MailsOfEventsDeps<Type extends string> {
  /** By types of events, such as `org.signet.api-key.leaked.v1`. */
  readonly mails: Readonly<Record<Type, MailOf>>
  readonly send: SendMail
  readonly log: Pick<Log, 'info'>
}

/**
 * Sends a mail for each event. The event stays in its queue until the mail is accepted, so none is lost. If a run dies
 * after that, the mail is sent twice.
 */
export const mailsOfEvents = <Type extends string>({ mails, send, log }: MailsOfEventsDeps<Type>): RunEvents<Type> => {
  const runs = Object.entries<MailOf>(mails).map(([type, mailOf]) => {
    const run = async (event: unknown): Promise<void> => {
      const mail = await mailOf(BusEventSchema.parse(event))
      if (mail) log.info('a mail was worked on', { type, outcome: await send(mail) })
    }
    return [type, run] as const
  })
  return Object.fromEntries(runs) as RunEvents<Type>
}
