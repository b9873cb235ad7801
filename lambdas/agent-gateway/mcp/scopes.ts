import type { Caller } from '@signet/kernel'

const IMPLIED = {
  'runtime:read': ['agents:read', 'flows:read'],
  'runtime:run': ['agents:run', 'flows:write'],
} as const

const hasImpliedScopes = (scope: string): scope is keyof typeof IMPLIED => Object.hasOwn(IMPLIED, scope)

/**
 * Reduces the scopes of an agent's grant to those of the runtime, and adds the scopes that they imply. An API key keeps
 * exactly its own scopes: `runtime:run` implies nothing there.
 */
export const withImpliedScopes = (caller: Caller): Caller => {
  if (caller.kind !== 'oauth') return caller
  const granted = caller.scopes.filter(hasImpliedScopes)
  return { ...caller, scopes: [...granted, ...granted.flatMap((scope) => IMPLIED[scope])] }
}

/** Maps a scope that a tool requires to the scope that a user grants. */
export const scopeToRequest = (scope: string): string =>
  Object.entries<readonly string[]>(IMPLIED).find(([, implied]) => implied.includes(scope))?.[0] ?? scope
