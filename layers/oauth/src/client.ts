import type { ClientKind } from './client-kind.ts'

/** A program that asks for people's consent. */
export interface Client {
  readonly clientId: string
  readonly kind: ClientKind
  /** As it calls itself. */
  readonly name?: string
  /** For a document: on its own domain. For a registered client: unverified. */
  readonly home?: string
  readonly redirectUris: readonly string[]
}
