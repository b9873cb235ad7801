import type { CallOptions, SiblingCalls } from '@signet/http-client/siblings'
import { type Caller, type Paying, Refusal } from '@signet/kernel'
import { accountIdOf } from '@signet/ledger'
import type { ToolContext } from '@signet/mcp'
import type { access } from '../contract/access.ts'

export type Images = SiblingCalls<typeof access.server>['images']

const PREVIEW_TIMEOUT_MS = 3_000
/** A larger preview would use too many tokens of the agent's model. */
const PREVIEW_BYTES_MAX = 100_000

type CallContext = Pick<ToolContext, 'caller' | 'signal' | 'traceId'>

/** Returns the account that pays for the caller, with the limits of the grant or API key. */
export const payingFor = (caller: Caller): Paying => {
  // A key that another key created spends the budget of that key.
  const { clientId, grantId, keyId, dailyBudget, budgetOf = keyId } = caller
  return { accountId: accountIdOf(caller), clientId, grantId, keyId: budgetOf, dailyBudget }
}

const callFor = (caller: Caller): NonNullable<CallOptions['as']> => {
  const { tenantId, orgId, userId } = caller
  return { tenantId, orgId, userId, scopes: ['generate', 'read'], pays: payingFor(caller) }
}

/**
 * Call options of the image service for the caller of a tool. The agent's credential is not forwarded: the call is
 * signed for the same tenant, and its account pays.
 */
export const imageOptions = ({ caller, signal, traceId }: CallContext): CallOptions => ({
  as: callFor(caller),
  signal,
  traceId,
})

export const thumbnailOf = async (
  images: Images,
  jobId: string,
  { signal, traceId }: Pick<ToolContext, 'signal' | 'traceId'>,
): Promise<{ readonly base64: string; readonly mediaType: string } | undefined> => {
  const query = { preset: 'thumbnail', format: 'webp' } as const
  const bytes = await images.getAsset({ params: { id: jobId }, query, signal, traceId, timeoutMs: PREVIEW_TIMEOUT_MS })
  if (bytes instanceof Refusal || !(bytes instanceof Uint8Array) || bytes.byteLength > PREVIEW_BYTES_MAX)
    return undefined
  return { base64: Buffer.from(bytes).toString('base64'), mediaType: 'image/webp' }
}
