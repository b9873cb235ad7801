import { Refusal, type SpendGuard } from '@signet/kernel'
import type { SendMail } from './mail.ts'

/** Thrown when the daily mail limit of the stage is reached. The mail is sent later. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed'
}

/**
 * Sends mail within the daily limit of the stage. Mails that SES rejects are not counted.
 * @throws MailDelayed before anything is sent
 */
export const guardedMail =
  (send: SendMail, spend: Pick<SpendGuard, 'reserve'>): SendMail =>
  async (mail) => {
    const reserved = await spend.reserve('mail', 1)
    if (reserved instanceof Refusal) throw new MailDelayed(reserved.message)
    try {
      const outcome = await send(mail)
      if (outcome !== 'sent') await reserved.settle(0)
      return outcome
    } catch (error) {
      await reserved.settle(0)
      throw error
    }
  }
