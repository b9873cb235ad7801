import { type CallOptions, type RuntimeCalls, runtimeCalls } from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { type ToolContext, ToolFailure } from '@signet/mcp'
import { REVOKED_ACCESS } from '@signet/mcp/agents'
import type { ToolDeps } from './deps.ts'

type CallContext = Pick<ToolContext, 'caller' | 'signal' | 'traceId'>

/** The runtime needs this long for a role or a project; MCP clients wait 60 seconds. */
const TIMEOUT_MS = 27_000

/**
 * Returns calls to the runtime for the caller's tenant, in the namespace of its consultations and flows. They have the
 * scope `runtime:read` only, so that they cannot spend credits. Calls that spend credits go through the platform.
 */
export const atRuntime = (context: CallContext): RuntimeCalls => {
  const calls = runtimeCalls(context, scopesOf(context.caller))
  const { as } = calls.options
  return { ...calls, options: { ...calls.options, as: as && { ...as, scopes: ['runtime:read'] } } }
}

/** Returns options for calls to the platform with the scopes of the caller. The agent's credential is not forwarded. */
export const atPlatform = ({ caller, signal, traceId }: CallContext): CallOptions => {
  const { tenantId, orgId, userId, scopes } = caller
  return { as: { tenantId, orgId, userId, scopes }, signal, traceId, timeoutMs: TIMEOUT_MS }
}

/** Returns the failure for an agent that the user has revoked while its token is still valid; undefined otherwise. */
export const revokedAccess = async (
  { allowanceOf }: Pick<ToolDeps, 'allowanceOf'>,
  { caller: { grantId } }: Pick<ToolContext, 'caller'>,
): Promise<ToolFailure | undefined> => {
  if (grantId === undefined) return undefined
  const allowance = await allowanceOf(grantId)
  if (allowance !== undefined && allowance.revokedAt === undefined) return undefined
  return new ToolFailure({ ...REVOKED_ACCESS, message: 'The user has revoked your access' })
}
