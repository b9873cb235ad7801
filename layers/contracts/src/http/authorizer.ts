import { refusal } from './refusal.ts'
import type { Authorize } from './web-options.ts'

/** How a service recognises callers and what it knows of them. */
export interface Authorities<Caller> {
  /** The caller of a request; `undefined` without a credential. A bad credential is refused by throwing. */
  readonly authenticate: (request: Request, platform: unknown) => Promise<Caller | undefined> | Caller | undefined
  /** Whether the caller is a signed-in person rather than a key. */
  readonly isSession?: ((caller: Caller) => boolean) | undefined
  readonly hasScope?: ((caller: Caller, scope: string) => boolean) | undefined
  /** The rules that contracts name as `policy:<name>`: return to allow, throw a `Refusal` to deny. */
  readonly policies?: Readonly<Record<string, (caller: Caller | undefined) => void | Promise<void>>> | undefined
}

const unknownAuthority = (operation: string, authority: string): Error =>
  new Error(`"${operation}" asks for ${authority}, which this service does not know`)

/**
 * The `authorize` option of a service that authenticates in one place: 401 without a caller, 403 without the scope or the
 * session. An authority that it was told nothing about is a fault, never an open door.
 */
export const authorizer =
  <Caller>({ authenticate, isSession, hasScope, policies = {} }: Authorities<Caller>): Authorize<Caller> =>
  async ({ authority, operation, request, platform }) => {
    const caller = await authenticate(request, platform)
    const [kind, word = ''] = authority.split(/:(.*)/s, 2)
    if (kind === 'policy') {
      const policy = Object.hasOwn(policies, word) ? policies[word] : undefined
      if (policy === undefined) throw unknownAuthority(operation, authority)
      await policy(caller)
    } else if (kind === 'scope') {
      if (hasScope === undefined) throw unknownAuthority(operation, authority)
      if (caller !== undefined && !hasScope(caller, word)) {
        return refusal('forbidden', `The credential lacks the scope ${word}`)
      }
    } else if (kind === 'session') {
      if (isSession === undefined) throw unknownAuthority(operation, authority)
      if (caller !== undefined && !isSession(caller)) {
        return refusal('forbidden', 'This needs a signed-in session; API keys cannot do it')
      }
    }
    return caller
  }
