import type { Caller } from './caller.ts'

/** The parts of a request that an authenticator reads. Header names are lower case. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** Address of the client as the gateway saw it. */
  readonly sourceIp: string
  readonly method: string
  /** Scheme and host that the client used (RFC 6454): the origin of the platform's pages. */
  readonly origin: string
  /** The origin with the stage path, if there is one: the address of the requested service. */
  readonly baseUrl: string
}

/**
 * Recognizes one kind of credential. Returns the caller, or undefined if the credential is absent. Throws a refusal if
 * it is invalid.
 */
export type Authenticator = (credentials: Credentials) => Promise<Caller | undefined>
