/**
 * Maximum mails per UTC day, address, organization and kind. `proof` mails confirm the address of a document request,
 * `news` mails confirm a subscription. `decision` mails report the owner's decision; they count separately, because
 * anonymous clients can exhaust the other limits of a third party's address.
 */
export const DAILY_MAIL_LIMITS = { proof: 5, news: 3, decision: 20 } as const

export type MailKind = keyof typeof DAILY_MAIL_LIMITS
