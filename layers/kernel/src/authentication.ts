import type { Caller } from './caller.ts'

/** What an authenticator may look at. Header names are lower case. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** Address of the client as the gateway saw it. */
  readonly sourceIp: string
  /** HTTP method, upper case. */
  readonly method: string
  /** Scheme and host that the client used (RFC 6454): what a page of ours has as its origin. */
  readonly origin: string
  /** The origin with the stage path, where there is one: the address of the service that is asked. */
  readonly baseUrl: string
}

/** Recognises one kind of credential: a caller, a refusal (thrown) when it is bad, or undefined when it is not there. */
export type Authenticator = (credentials: Credentials) => Promise<Caller | undefined>
