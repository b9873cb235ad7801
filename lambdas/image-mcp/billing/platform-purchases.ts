import type { CallOptions, SiblingCalls, SiblingRefusal } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import { type FailureBody, ToolFailure } from '@signet/mcp'
import { REVOKED_ACCESS } from '@signet/mcp/agents'
import type { access } from '../contract/access.ts'
import { payingFor } from '../images/image-calls.ts'
import type { PurchaseContext, Purchases } from './purchases.ts'

/** A card payment can take this long. */
const TIMEOUT_MS = 25_000

/** A caller without `billing:purchase` gets read access to the platform's billing only. */
const scopesFor = ({ scopes }: PurchaseContext['caller']): readonly string[] =>
  scopes.includes('billing:purchase') ? ['billing:read', 'billing:write'] : ['billing:read']

const optionsFor = ({ caller, signal, traceId }: PurchaseContext): CallOptions => {
  const { tenantId, userId } = caller
  const pays = payingFor(caller)
  const as = { tenantId, userId, orgId: caller.orgId ?? pays.accountId, scopes: scopesFor(caller), pays }
  return { as, signal, traceId, timeoutMs: TIMEOUT_MS }
}

const ADVICE: Readonly<Record<string, Pick<FailureBody, 'code' | 'hint'>>> = {
  unauthenticated: REVOKED_ACCESS,
  forbidden: { code: 'NOT_ALLOWED', hint: 'Ask an owner or admin of the organization to buy, or to authorize you' },
  no_saved_card: { code: 'NO_SAVED_CARD', hint: 'Give the user this page. A purchase there saves the card' },
  card_declined: {
    code: 'CARD_DECLINED',
    hint: 'Nothing was charged. Give the user this page. To retry, use another idempotencyKey',
  },
  authentication_required: {
    code: 'AUTHENTICATION_REQUIRED',
    hint: 'Nothing was charged. The bank requires authentication: give the user this page',
  },
  budget_exhausted: {
    code: 'BUDGET_EXHAUSTED',
    hint: 'Nothing was charged. You have reached the purchase limit set by the user: ask them to raise it on the Agents page',
  },
  key_budget_exhausted: {
    code: 'KEY_BUDGET_EXHAUSTED',
    hint: "Nothing was charged. Purchases count against the key's daily budget: ask the user to buy",
  },
  purchase_mismatch: { code: 'IDEMPOTENCY_MISMATCH', hint: 'Use another idempotencyKey for a different pack' },
  purchase_limit_reached: {
    code: 'PURCHASE_LIMIT',
    hint: 'Wait retry_after_s seconds, or ask the user to buy',
  },
}

const REPEAT_HINT = 'Repeat the call with the same idempotencyKey: the card is charged once'
/** Suggested wait if the platform does not state one. */
const DEFAULT_RETRY_SECONDS = 2
const RETRY_LATER_HINT = 'Repeat the call after retry_after_s seconds'

const TEMPORARY_CODES: Readonly<Record<string, FailureBody['code']>> = {
  rate_limited: 'RATE_LIMITED',
  upstream_failed: 'UNAVAILABLE',
  unavailable: 'UNAVAILABLE',
  sibling_failed: 'UNAVAILABLE',
}

/**
 * Maps a refusal of the platform to a tool failure. `temporaryHint` is the hint for temporary errors.
 * @throws Error for a code without an entry in `ADVICE`, which is a bug
 */
const failureOf = (refusal: SiblingRefusal, temporaryHint = REPEAT_HINT): ToolFailure => {
  const temporaryCode = TEMPORARY_CODES[refusal.code]
  const advice = temporaryCode === undefined ? ADVICE[refusal.code] : { code: temporaryCode, hint: temporaryHint }
  if (advice === undefined) throw new Error(`No advice for the refusal code ${refusal.code}`, { cause: refusal })
  const { url } = refusal.extras as { readonly url?: string }
  const retryAfter = refusal.headers['retry-after'] ?? (temporaryCode === undefined ? undefined : DEFAULT_RETRY_SECONDS)
  return new ToolFailure({
    ...advice,
    message: refusal.code === 'sibling_failed' ? 'The platform did not return a valid response' : refusal.message,
    ...(url === undefined ? {} : { url }),
    ...(retryAfter === undefined ? {} : { retry_after_s: Number(retryAfter) }),
  })
}

const reasonNotToBuy = ({ hasSavedCard, mayManage }: { hasSavedCard: boolean; mayManage: boolean }, page: string) => {
  if (!mayManage) return 'Only owners and admins of the organization can buy'
  return hasSavedCard ? null : `No card is saved: the user must buy once at ${page}, which saves the card`
}

/** Purchases through the platform's billing, for the account of the agent's user (spec image-service 4.9). */
export const platformPurchases = (
  platform: SiblingCalls<typeof access.server>['platform'],
  platformUrl: string,
): Purchases => ({
  async eligibilityOf(context) {
    const billing = await platform.getBilling(optionsFor(context))
    if (billing instanceof Refusal) return failureOf(billing, RETRY_LATER_HINT)
    return { hasSavedCard: billing.hasSavedCard, reason: reasonNotToBuy(billing, `${platformUrl}/billing`) }
  },
  async buy(context, purchaseBody) {
    const options = optionsFor(context)
    const purchase = await platform.buyCredits({ body: purchaseBody, ...options })
    if (purchase instanceof Refusal) return failureOf(purchase)
    const billing = await platform.getBilling(options)
    if (billing instanceof Refusal) return failureOf(billing)
    const { packId, credits, cents, status, paymentId } = purchase
    const { balance } = billing.credits
    return { purchase_id: paymentId, packId, credits, amount_usd: (cents / 100).toFixed(2), status, balance }
  },
})
