import type { Log, RunEvents, SpendGuard } from '@signet/kernel'
import * as z from 'zod'
import { MailDelayed } from './guarded-mail.ts'
import type { Mail, SendMail } from './mail.ts'
import type { DelayEvent } from './mail-queue.ts'

const BusEventSchema = z.object({ type: z.string(), subject: z.string(), time: z.string(), data: z.looseObject({}) })
export type BusEvent = z.infer<typeof BusEventSchema>

/** Creates the mail for an event; undefined if no mail is due. Writes of the function complete before the mail is sent. */
export type MailOf = (event: BusEvent) => Promise<Mail | undefined>

export interface MailsOfEventsDeps<Type extends string> {
  /** Mail functions by event type, such as `org.signet.api-key.leaked.v1`. */
  readonly mails: Readonly<Record<Type, MailOf>>
  readonly send: SendMail
  readonly spend: Pick<SpendGuard, 'check'>
  readonly delay: DelayEvent
  readonly log: Pick<Log, 'info'>
}

/**
 * Sends a mail for each event. The event stays in its queue until the mail is accepted, so none is lost. When the daily
 * limit of the stage is reached, the event returns to the queue. If a run crashes after the mail was accepted, the mail
 * is sent twice.
 */
export const mailsOfEvents = <Type extends string>({
  mails,
  send,
  spend,
  delay,
  log,
}: MailsOfEventsDeps<Type>): RunEvents<Type> => {
  const runs = Object.entries<MailOf>(mails).map(([type, mailOf]) => {
    const sendMail = async (event: unknown): Promise<void> => {
      const mail = await mailOf(BusEventSchema.parse(event))
      if (mail) log.info('mail processed', { type, outcome: await send(mail) })
    }
    const delayEvent = async (event: unknown): Promise<void> => {
      await delay(event)
      log.info('mail delayed by the daily limit of the stage', { type })
    }
    const run = async (event: unknown): Promise<void> => {
      // Checked before the mail is created, so that a delayed mail writes nothing.
      if (await spend.check('mail')) return delayEvent(event)
      await sendMail(event).catch((error: unknown) => {
        if (error instanceof MailDelayed) return delayEvent(event)
        throw error
      })
    }
    return [type, run] as const
  })
  return Object.fromEntries(runs) as RunEvents<Type>
}
