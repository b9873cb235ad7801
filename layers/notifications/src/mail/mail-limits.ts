/**
 * Daily mail limits per address, organization and kind, by UTC day. Decisions of owners count separately, because
 * anonymous clients can exhaust the proofs and confirmations of a third party's address.
 */
export const DAILY_MAIL_LIMITS = { proof: 5, news: 3, decision: 20 } as const

export type MailKind = keyof typeof DAILY_MAIL_LIMITS
