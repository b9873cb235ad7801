import * as z from 'zod'

const Kid = z.string().regex(/^[\w-]{43}$/, 'must be the thumbprint of a key: 43 letters')

/** What an operator says. An order that was carried out changes nothing when it comes again. */
export const KeyOrder = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  /** Goes on to the next key; `from` is the one that signs now. */
  z.strictObject({ action: z.literal('rotate'), from: Kid }),
  /** Says that others may have the key. If it signs now, the next one does from here on. */
  z.strictObject({ action: z.literal('revoke'), kid: Kid, reason: z.string().trim().min(1).max(500) }),
])
export type KeyOrder = z.infer<typeof KeyOrder>
