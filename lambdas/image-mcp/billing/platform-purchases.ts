import type { Ask, CallOptions, SiblingRefusal } from '@signet/http-client/siblings'
import { Refusal } from '@signet/kernel'
import { type FailureBody, ToolFailure } from '@signet/mcp'
import { SHUT_OUT } from '@signet/mcp/agents'
import type { access } from '../contract/access.ts'
import { payingFor } from '../images/image-calls.ts'
import type { Buying, Purchases } from './purchases.ts'

/** The processor may take its time with a card. */
const TIMEOUT_MS = 25_000

/** The right to buy is the platform's to give only where the agent has it. */
const scopesFor = ({ scopes }: Buying['caller']): readonly string[] =>
  scopes.includes('billing:purchase') ? ['billing:read', 'billing:write'] : ['billing:read']

const optionsFor = ({ caller, signal, traceId }: Buying): CallOptions => {
  const { tenantId, userId } = caller
  const pays = payingFor(caller)
  const as = { tenantId, userId, orgId: caller.orgId ?? pays.accountId, scopes: scopesFor(caller), pays }
  return { as, signal, traceId, timeoutMs: TIMEOUT_MS }
}

const ADVICE: Readonly<Record<string, Pick<FailureBody, 'code' | 'hint'>>> = {
  unauthenticated: SHUT_OUT,
  forbidden: { code: 'NOT_ALLOWED', hint: 'Ask an owner or admin of the organization to buy, or to authorize you' },
  no_saved_card: { code: 'NO_SAVED_CARD', hint: 'Give the person this page. Buying there once saves the card' },
  card_declined: {
    code: 'CARD_DECLINED',
    hint: 'Nothing was charged. Give the person this page; another try needs another idempotencyKey',
  },
  authentication_required: {
    code: 'AUTHENTICATION_REQUIRED',
    hint: 'Nothing was charged. The bank requires authentication: give the person this page',
  },
  budget_exhausted: {
    code: 'BUDGET_EXHAUSTED',
    hint: 'Nothing was charged. You have reached what the person allows: ask them to allow more on the page of agents',
  },
  key_budget_exhausted: {
    code: 'KEY_BUDGET_EXHAUSTED',
    hint: 'Nothing was charged. What the key buys counts against its daily budget: ask the person to buy',
  },
  purchase_mismatch: { code: 'IDEMPOTENCY_MISMATCH', hint: 'Use another idempotencyKey for another pack' },
  purchase_limit_reached: {
    code: 'PURCHASE_LIMIT',
    hint: 'Wait for retry_after_s seconds, or ask the person to buy',
  },
}

const AGAIN = 'Make the same call again with the same idempotencyKey: the card is charged once'
const LATER = 'Make the same call again after retry_after_s'

const PASSING: Readonly<Record<string, FailureBody['code']>> = {
  rate_limited: 'RATE_LIMITED',
  upstream_failed: 'UNAVAILABLE',
  unavailable: 'UNAVAILABLE',
  sibling_failed: 'UNAVAILABLE',
}

/** `again` is the hint for what may be better in a moment. @throws Error without advice, which is a fault of ours */
const failureOf = (refused: SiblingRefusal, again = AGAIN): ToolFailure => {
  const passing = PASSING[refused.code]
  const advice = passing === undefined ? ADVICE[refused.code] : { code: passing, hint: again }
  if (advice === undefined) throw new Error(`There is no advice for ${refused.code}`, { cause: refused })
  const { url } = refused.extras as { readonly url?: string }
  const retryAfter = refused.headers['retry-after'] ?? (passing === undefined ? undefined : 2)
  return new ToolFailure({
    ...advice,
    message: refused.code === 'sibling_failed' ? 'The platform has not answered as it should' : refused.message,
    ...(url === undefined ? {} : { url }),
    ...(retryAfter === undefined ? {} : { retry_after_s: Number(retryAfter) }),
  })
}

const whyNot = ({ hasSavedCard, mayManage }: { hasSavedCard: boolean; mayManage: boolean }, page: string) => {
  if (!mayManage) return 'Only owners and admins of the organization may buy'
  return hasSavedCard ? null : `There is no saved card: the person must buy once at ${page}, which saves the card`
}

/** The platform's billing. It acts for the account that the agent works for (spec image-service 4.9). */
export const platformPurchases = (platform: Ask<typeof access.server>['platform'], platformUrl: string): Purchases => ({
  async eligibilityOf(buying) {
    const billing = await platform.getBilling(optionsFor(buying))
    if (billing instanceof Refusal) return failureOf(billing, LATER)
    return { hasSavedCard: billing.hasSavedCard, reason: whyNot(billing, `${platformUrl}/billing`) }
  },
  async buy(buying, order) {
    const options = optionsFor(buying)
    const bought = await platform.buyCredits({ body: order, ...options })
    if (bought instanceof Refusal) return failureOf(bought)
    const billing = await platform.getBilling(options)
    if (billing instanceof Refusal) return failureOf(billing)
    const { packId, credits, cents, status, paymentId } = bought
    const { balance } = billing.credits
    return { purchase_id: paymentId, packId, credits, amount_usd: (cents / 100).toFixed(2), status, balance }
  },
})
