import { hasScope } from '@signet/identity'
import type { Caller } from '@signet/kernel'

export const OBSERVE_SCOPE = 'operator:observe'

/** Setting that makes every signed-in user an operator, for local development. */
const EVERYBODY = '*'

/** Returns the user ids in the setting. `none` means no operators. */
export const operatorsIn = (setting: string): ReadonlySet<string> =>
  new Set(setting === 'none' ? [] : setting.split(',').map((id) => id.trim()))

/**
 * Returns the platform's scope check, extended by the scope to read internal telemetry. Only sessions of the given
 * users have that scope. No key, agent or plan grants it.
 */
export const scopesWithOperators =
  (operators: ReadonlySet<string>) =>
  (caller: Caller, scope: string): boolean => {
    if (scope !== OBSERVE_SCOPE) return hasScope(caller, scope)
    const { kind, userId } = caller
    return kind === 'session' && userId !== undefined && (operators.has(userId) || operators.has(EVERYBODY))
  }
