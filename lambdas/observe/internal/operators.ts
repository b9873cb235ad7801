import { hasScope } from '@signet/identity'
import type { Caller } from '@signet/kernel'

export const OBSERVE_SCOPE = 'operator:observe'

/** Makes every signed-in user an operator, for local development. */
const EVERYBODY = '*'

/** Returns the user ids in the setting. `none` means no operators. */
export const operatorsIn = (setting: string): ReadonlySet<string> =>
  new Set(setting === 'none' ? [] : setting.split(',').map((id) => id.trim()))

/**
 * Checks scopes as everywhere, and allows operators to read internal telemetry. Only sessions of users in the
 * configuration have that scope. No key, agent or plan grants it.
 */
export const scopesWithOperators =
  (operators: ReadonlySet<string>) =>
  (caller: Caller, scope: string): boolean => {
    if (scope !== OBSERVE_SCOPE) return hasScope(caller, scope)
    const { kind, userId } = caller
    return kind === 'session' && userId !== undefined && (operators.has(userId) || operators.has(EVERYBODY))
  }
