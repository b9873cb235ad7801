import type { Caller } from '@signet/kernel'

const IMPLIED = {
  'runtime:read': ['agents:read', 'flows:read'],
  'runtime:run': ['agents:run', 'flows:write'],
} as const

const isGranted = (scope: string): scope is keyof typeof IMPLIED => Object.hasOwn(IMPLIED, scope)

/** An agent has what its grant stands for. An API key has the scopes that it was made with: `runtime:run` is of the runtime alone. */
export const admitted = (caller: Caller): Caller => {
  if (caller.kind !== 'oauth') return caller
  const granted = caller.scopes.filter(isGranted)
  return { ...caller, scopes: [...granted, ...granted.flatMap((scope) => IMPLIED[scope])] }
}

/** The scope that a person grants for one that a tool requires. */
export const askFor = (scope: string): string =>
  Object.entries<readonly string[]>(IMPLIED).find(([, implied]) => implied.includes(scope))?.[0] ?? scope
