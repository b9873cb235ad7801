export interface Mail {
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** The address for replies. Without it replies are not read. */
  readonly replyTo?: string
  /** Further headers by name, such as List-Unsubscribe (RFC 8058). */
  readonly headers?: Readonly<Record<string, string>>
}

/** `refused`: it will never be sent, so a retry is useless. `not configured`: this deployment sends no mail. */
export type MailOutcome = 'sent' | 'refused' | 'not configured'

/** Sends a message. @throws errors that are worth a retry. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

/** The template writes it for a setting without a value. */
export const NOT_CONFIGURED = 'none'
