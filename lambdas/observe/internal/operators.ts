import { hasScope } from '@signet/identity'
import type { Caller } from '@signet/kernel'

export const OBSERVE_SCOPE = 'operator:observe'

/** Everybody who is signed in: the laptop of one person. */
const EVERYBODY = '*'

/** Ids of people, as the configuration lists them; `none` is nobody. */
export const operatorsIn = (setting: string): ReadonlySet<string> =>
  new Set(setting === 'none' ? [] : setting.split(',').map((id) => id.trim()))

/**
 * Scopes as everywhere, and for sessions of operators that of observing ourselves. No key, no agent and no plan gives it: it is
 * of people whom the configuration names, signed in themselves.
 */
export const scopesWithOperators =
  (operators: ReadonlySet<string>) =>
  (caller: Caller, scope: string): boolean => {
    if (scope !== OBSERVE_SCOPE) return hasScope(caller, scope)
    const { kind, userId } = caller
    return kind === 'session' && userId !== undefined && (operators.has(userId) || operators.has(EVERYBODY))
  }
