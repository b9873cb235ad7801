import { Refusal } from './refusal.ts'
import { forbidden } from './refusals.ts'

export interface CallerRules<Caller> {
  /** Returns true for a signed-in user, false for a key. */
  readonly isSession?: ((caller: Caller) => boolean) | undefined
  readonly hasScope?: ((caller: Caller, scope: string) => boolean) | undefined
  /**
   * The rules that contracts name as `policy:<name>`. A rule denies by throwing or returning a `Refusal`; any other
   * result allows.
   */
  readonly policies?: Readonly<Record<string, (caller: Caller | undefined) => unknown>> | undefined
}

export interface Authorities<Caller> extends CallerRules<Caller> {
  /** Returns the caller of a request; `undefined` without a credential. Throws a refusal for an invalid credential. */
  readonly authenticate: (request: Request, platform: unknown) => Promise<Caller | undefined> | Caller | undefined
}

const unknownAuthority = (operation: string, authority: string): Error =>
  new Error(`"${operation}" requires ${authority}, which this service does not implement`)

const KINDS = ['open', 'public', 'authenticated', 'session', 'scope', 'policy']

interface AuthorizationRequest {
  readonly authority: string
  readonly operation: string
}

/**
 * Checks a caller against the authority of an operation: 403 without the scope or the session. For an unknown authority
 * it throws an error instead of allowing the request. The engine handles a missing caller.
 */
export const authorityRefusal = async <Caller>(
  { authority, operation }: AuthorizationRequest,
  caller: Caller | undefined,
  { isSession, hasScope, policies = {} }: CallerRules<Caller>,
): Promise<Refusal | undefined> => {
  const [kind = '', name = ''] = authority.split(/:(.*)/s, 2)
  if (!KINDS.includes(kind)) throw unknownAuthority(operation, authority)
  if (kind === 'policy') {
    const policy = Object.hasOwn(policies, name) ? policies[name] : undefined
    if (policy === undefined) throw unknownAuthority(operation, authority)
    const policyResult = await policy(caller)
    return policyResult instanceof Refusal ? policyResult : undefined
  }
  if (kind === 'scope') {
    if (hasScope === undefined) throw unknownAuthority(operation, authority)
    if (caller !== undefined && !hasScope(caller, name)) return forbidden(`The credential lacks the scope ${name}`)
  }
  if (kind === 'session') {
    if (isSession === undefined) throw unknownAuthority(operation, authority)
    if (caller !== undefined && !isSession(caller)) {
      return forbidden('This operation requires a signed-in session; API keys cannot use it')
    }
  }
  return undefined
}

interface AuthorizeInput extends AuthorizationRequest {
  readonly request: Request
  readonly platform: unknown
}

/**
 * The `authorize` option of a service with one authentication function: 401 without a caller, 403 without the scope or
 * the session. For an unknown authority it throws an error instead of allowing the request.
 */
export const authorizer =
  <Caller>({ authenticate, ...rules }: Authorities<Caller>) =>
  async (input: AuthorizeInput): Promise<Caller | undefined | Refusal> => {
    const caller = await authenticate(input.request, input.platform)
    return (await authorityRefusal(input, caller, rules)) ?? caller
  }
