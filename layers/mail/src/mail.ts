/** A message to one address, in plain text. */
export interface Mail {
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** Where an answer goes; without it nowhere that is read. */
  readonly replyTo?: string
  /** Further headers by name, such as List-Unsubscribe (RFC 8058). */
  readonly headers?: Readonly<Record<string, string>>
}

/** `refused`: it will never be sent, whoever tries again. `not configured`: this deployment sends no mail. */
export type MailOutcome = 'sent' | 'refused' | 'not configured'

/** Hands a message over. @throws what is worth another try. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

/** The template writes it where a setting is not given. */
export const NOT_CONFIGURED = 'none'
