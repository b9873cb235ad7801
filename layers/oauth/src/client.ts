import type { ClientKind } from './client-kind.ts'

/** A program that asks for people's consent. */
export interface Client {
  readonly clientId: string
  readonly kind: ClientKind
  /** As it calls itself. */
  readonly name?: string
  /** Of a document: on its own domain. Of a registered one: whatever it said. */
  readonly home?: string
  readonly redirectUris: readonly string[]
}
