import { addressWith } from '../session/address.ts'

/** The address of a passage: its conversation, opened at the quote. */
export const passageAddress = (conversation: string, message?: string, quote?: string): string =>
  addressWith(`/archive/conversations/${encodeURIComponent(conversation)}`, { message, quote })
