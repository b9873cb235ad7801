import {
  type ApiApp,
  type ApiRuntime,
  type Authenticator,
  apiApp,
  type Callers,
  type SecretSource,
} from '@signet/kernel'
import type { FunctionAccess } from '@signet/kernel/access'
import { callersOf } from './callers.ts'

type AuthenticationOptions = FunctionAccess & { readonly callers: { readonly keyPrefix: string } }

export interface AuthenticatedApp extends Omit<ApiApp, 'callers'> {
  readonly anonymous?: true
  readonly accessTokens?: Authenticator
  /** Custom rule for scopes; by default a caller has the scopes of its credential. */
  readonly hasScope?: Callers['hasScope']
}

const platformCallsOf = ({
  access,
  clients,
  env,
}: ApiRuntime): { audience: string; secret: SecretSource } | undefined => {
  const { PLATFORM_CALLS_SECRET = '' }: Readonly<Record<string, string | undefined>> = env
  return access.platformCalls === undefined
    ? undefined
    : { audience: access.platformCalls, secret: clients.secrets.managed(PLATFORM_CALLS_SECRET) }
}

export const authenticatedApp = <A extends AuthenticationOptions, Extra = unknown>(
  build: (runtime: ApiRuntime<A, Extra>) => AuthenticatedApp,
) =>
  apiApp<A, Extra>((runtime) => {
    const { anonymous, accessTokens, hasScope, ...app } = build(runtime)
    const callers = callersOf(runtime as unknown as Parameters<typeof callersOf>[0], {
      keyPrefix: runtime.access.callers.keyPrefix,
      platformCalls: platformCallsOf(runtime as unknown as ApiRuntime),
      anonymous,
      accessTokens,
    })
    return { ...app, callers: { ...callers, ...(hasScope ? { hasScope } : {}) } }
  })
