/**
 * Mails that one address may receive in a day of UTC on behalf of one organization, by kind. Anonymous callers can use up the proofs and
 * confirmations of an address that is not theirs, so decisions of owners are counted separately.
 */
export const MAILS_A_DAY = { proof: 5, news: 3, decision: 20 } as const

export type MailKind = keyof typeof MAILS_A_DAY
