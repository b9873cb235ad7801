import { Refusal, type SpendGuard } from '@signet/kernel'
import type { SendMail } from './mail.ts'

/** The stage has sent the mail that it may in a day: the mail is sent later. */
export class MailPutOff extends Error {
  override readonly name = 'MailPutOff'
}

/**
 * Sends mail within what the stage may send in a day. What SES did not take is not counted.
 * @throws MailPutOff before anything is sent
 */
export const guardedMail =
  (send: SendMail, spend: Pick<SpendGuard, 'reserve'>): SendMail =>
  async (mail) => {
    const reserved = await spend.reserve('mail', 1)
    if (reserved instanceof Refusal) throw new MailPutOff(reserved.message)
    try {
      const outcome = await send(mail)
      if (outcome !== 'sent') await reserved.settle(0)
      return outcome
    } catch (error) {
      await reserved.settle(0)
      throw error
    }
  }
