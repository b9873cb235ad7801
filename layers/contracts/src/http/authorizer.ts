import { Refusal } from './refusal.ts'
import { forbidden } from './refusals.ts'

export interface CallerRules<Caller> {
  /** True for a signed-in person, false for a key. */
  readonly isSession?: ((caller: Caller) => boolean) | undefined
  readonly hasScope?: ((caller: Caller, scope: string) => boolean) | undefined
  /**
   * The rules that contracts name as `policy:<name>`. A `Refusal`, thrown or returned, denies; any other result allows.
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
 * Checks a caller against the authority of an operation: 403 without the scope or the session. An unknown authority is
 * a fault, never permission. The engine handles a missing caller.
 */
export const authorityRefusal = async <Caller>(
  { authority, operation }: AuthorizationRequest,
  caller: Caller | undefined,
  { isSession, hasScope, policies = {} }: CallerRules<Caller>,
): Promise<Refusal | undefined> => {
  const [kind = '', word = ''] = authority.split(/:(.*)/s, 2)
  if (!KINDS.includes(kind)) throw unknownAuthority(operation, authority)
  if (kind === 'policy') {
    const policy = Object.hasOwn(policies, word) ? policies[word] : undefined
    if (policy === undefined) throw unknownAuthority(operation, authority)
    const answer = await policy(caller)
    return answer instanceof Refusal ? answer : undefined
  }
  if (kind === 'scope') {
    if (hasScope === undefined) throw unknownAuthority(operation, authority)
    if (caller !== undefined && !hasScope(caller, word)) return forbidden(`The credential lacks the scope ${word}`)
  }
  if (kind === 'session') {
    if (isSession === undefined) throw unknownAuthority(operation, authority)
    if (caller !== undefined && !isSession(caller)) {
      return forbidden('This needs a signed-in session; API keys cannot do it')
    }
  }
  return undefined
}

interface Question extends AuthorizationRequest {
  readonly request: Request
  readonly platform: unknown
}

/**
 * The `authorize` option of a service with one authentication function: 401 without a caller, 403 without the scope or
 * the session. An unknown authority is a fault, never permission.
 */
export const authorizer =
  <Caller>({ authenticate, ...rules }: Authorities<Caller>) =>
  async (question: Question): Promise<Caller | undefined | Refusal> => {
    const caller = await authenticate(question.request, question.platform)
    return (await authorityRefusal(question, caller, rules)) ?? caller
  }
