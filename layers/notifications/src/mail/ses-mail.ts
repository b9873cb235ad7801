import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Log } from '@signet/kernel'
import { type Mail, NOT_CONFIGURED, type SendMail } from './mail.ts'

/** SES errors that a retry cannot fix. */
const PERMANENT_ERRORS: readonly string[] = ['MessageRejected', 'BadRequestException']

/** Replaces line breaks, because further lines could inject headers. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const inputOf = (from: string, { to, subject, text, replyTo, headers = {} }: Mail) => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: [to] },
  ...(replyTo === undefined ? {} : { ReplyToAddresses: [replyTo] }),
  Content: {
    Simple: {
      Subject: { Data: oneLine(subject), Charset: 'UTF-8' },
      Body: { Text: { Data: text, Charset: 'UTF-8' } },
      Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value: oneLine(Value) })),
    },
  },
})

export interface SesMailDeps {
  readonly client: Pick<SESv2Client, 'send'>
  readonly from: string
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Sends mail with Amazon SES from the configured address. Without an address, nothing is sent, and each skipped mail is logged. */
export const configuredMail = ({ client, from, log }: SesMailDeps): SendMail => {
  if (from === NOT_CONFIGURED) {
    return async () => {
      log.info('mail skipped: SIGNET_MAIL_FROM is not configured')
      return 'not configured'
    }
  }
  return async (mail) => {
    try {
      await client.send(new SendEmailCommand(inputOf(from, mail)))
      return 'sent'
    } catch (error) {
      if (!(error instanceof Error) || !PERMANENT_ERRORS.includes(error.name)) throw error
      // The error message can contain the address, which must not be logged.
      log.warn('mail permanently refused', { reason: error.name })
      return 'refused'
    }
  }
}
