import { addressWith } from '../session/address.ts'

export const passageAddress = (conversation: string, message?: string, quote?: string): string =>
  addressWith(`/archive/conversations/${encodeURIComponent(conversation)}`, { message, quote })
