export interface Mail {
  readonly to: string
  /** Single line. */
  readonly subject: string
  readonly text: string
  /** Reply address. Without it, replies are not read. */
  readonly replyTo?: string
  /** Additional headers by name, such as List-Unsubscribe (RFC 8058). */
  readonly headers?: Readonly<Record<string, string>>
}

/** `refused`: the mail will never be sent, so a retry is useless. `not configured`: the stage sends no mail. */
export type MailOutcome = 'sent' | 'refused' | 'not configured'

/** Sends a message. @throws errors that can be retried. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

/** Value that the deployment template uses for a setting that is not configured. */
export const NOT_CONFIGURED = 'none'
