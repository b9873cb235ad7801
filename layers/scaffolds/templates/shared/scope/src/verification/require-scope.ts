import { Problem } from '../http/problem.ts'
import type { Caller } from './authenticate.ts'

/** @throws Problem 403 if the caller lacks the scope. */
export const requireScope = ({ scopes }: Pick<Caller, 'scopes'>, scope: string): void => {
  if (scopes.includes(scope)) return
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  throw new Problem(403, 'insufficient_scope', `The caller lacks the scope ${scope}`, { headers })
}
