import type { ClientKind } from './client-kind.ts'

/** A program that requests people's consent. */
export interface Client {
  readonly clientId: string
  readonly kind: ClientKind
  /** Its own name for itself. */
  readonly name?: string
  /** For a document: on its own domain. For a registered client: unverified. */
  readonly home?: string
  readonly redirectUris: readonly string[]
}
