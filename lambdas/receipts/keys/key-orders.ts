import * as z from 'zod'

const Kid = z.string().regex(/^[\w-]{43}$/, 'must be the thumbprint of a key: 43 characters')

/** A command of an operator. Repeating a completed command changes nothing. */
export const KeyOrder = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list') }),
  /** Rotates to the next key; `from` is the current signing key. */
  z.strictObject({ action: z.literal('rotate'), from: Kid }),
  /** Marks a key as possibly compromised. If it is the signing key, the next one takes over. */
  z.strictObject({ action: z.literal('revoke'), kid: Kid, reason: z.string().trim().min(1).max(500) }),
])
export type KeyOrder = z.infer<typeof KeyOrder>
