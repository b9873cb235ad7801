import type { ClientKind } from './client-kind.ts'

export interface Client {
  readonly clientId: string
  readonly kind: ClientKind
  readonly name?: string
  /** For a document: on its own domain. For a registered client: unverified. */
  readonly home?: string
  readonly redirectUris: readonly string[]
}
