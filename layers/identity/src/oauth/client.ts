import * as z from 'zod'

/** The source of a client's description: its own registration, or a document on its own domain. */
export const ClientKind = z.enum(['registered', 'document'])
export type ClientKind = z.infer<typeof ClientKind>

export interface Client {
  readonly clientId: string
  readonly kind: ClientKind
  readonly name?: string
  /** For a document: on its own domain. For a registered client: unverified. */
  readonly home?: string
  readonly redirectUris: readonly string[]
}
