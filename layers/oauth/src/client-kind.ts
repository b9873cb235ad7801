import * as z from 'zod'

/** How much is known of a client: it has said so itself, or it is what a page on its own domain says. */
export const ClientKind = z.enum(['registered', 'document'])
export type ClientKind = z.infer<typeof ClientKind>
