import type { FlagSet } from '@signet/flags/dynamodb'
import { scopesOf } from '@signet/identity'
import type { RequestContext } from '@signet/kernel'
import type { Actor } from '../audit/audit-entry.ts'
import type { ChangeContext } from '../sets/set-write.ts'

type Context = Pick<RequestContext, 'caller' | 'requestId'>

/** Returns the flag set of the caller's organization in an environment. */
export const setOf = ({ caller }: Pick<Context, 'caller'>, environment: string): FlagSet => ({
  org: scopesOf(caller).entitlementScope,
  environment,
})

/** The actor recorded in the audit log; for an API key, only its public prefix. */
const actorOf = ({ kind, userId, tenantId, rateKey }: Context['caller']): Actor =>
  kind === 'session' ? { type: 'user', id: userId ?? tenantId } : { type: 'key', id: rateKey }

export const changeContextOf = ({ caller, requestId }: Context, reason: string | undefined): ChangeContext => ({
  actor: actorOf(caller),
  reason,
  requestId,
})
