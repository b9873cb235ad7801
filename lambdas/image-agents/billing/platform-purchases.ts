import { mintPlatformCall } from '@signet/identity'
import type { Caller, Clock, SecretSource } from '@signet/kernel'
import { accountIdOf } from '@signet/ledger'
import { type FailureBody, ToolFailure } from '@signet/tools'
import { BillingApiError, type BillingClient, createBillingClient } from '../generated/billing-client.ts'
import { isUnanswered } from '../unanswered.ts'
import type { Eligibility, Purchases } from './purchases.ts'

export interface PlatformPurchasesDeps {
  /** Address of the platform's API. */
  readonly baseUrl: string
  /** The secret that signs calls of the platform. */
  readonly secret: SecretSource
  readonly now: Clock
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** The processor may take its time with a card. */
const TIMEOUT_MS = 25_000

const SCOPE = 'billing:purchase'

const clientFor =
  (deps: PlatformPurchasesDeps) =>
  (caller: Caller): BillingClient => {
    const { baseUrl, secret, now, fetch } = deps
    const { tenantId, userId, clientId, grantId } = caller
    const accountId = accountIdOf(caller)
    const call = {
      audience: 'billing',
      ...{ tenantId, userId, orgId: caller.orgId ?? accountId, scopes: [SCOPE] },
      pays: { accountId, clientId, grantId },
    }
    const credential = async () => mintPlatformCall(await secret(), call, now())
    return createBillingClient({ baseUrl, credential, timeout: TIMEOUT_MS, retries: 1, ...(fetch ? { fetch } : {}) })
  }

const AGAIN = 'Make the same call again with the same idempotencyKey: the card is charged once'

/** Advice to the model for each refusal. */
const ADVICE: Readonly<Record<string, Pick<FailureBody, 'code' | 'hint'>>> = {
  forbidden: { code: 'NOT_ALLOWED', hint: 'Ask an owner or admin of the organisation to buy, or to authorise you' },
  no_saved_card: { code: 'NO_SAVED_CARD', hint: 'Give the person this page. Buying there once saves the card' },
  card_declined: {
    code: 'CARD_DECLINED',
    hint: 'Nothing was charged. Give the person this page; another try needs another idempotencyKey',
  },
  authentication_required: {
    code: 'AUTHENTICATION_REQUIRED',
    hint: 'Nothing was charged. The bank requires authentication: give the person this page',
  },
  purchase_mismatch: { code: 'IDEMPOTENCY_MISMATCH', hint: 'Use another idempotencyKey for another pack' },
  purchase_limit_reached: {
    code: 'PURCHASE_LIMIT',
    hint: 'Wait for retry_after_s seconds, or ask the person to buy',
  },
  rate_limited: { code: 'RATE_LIMITED', hint: AGAIN },
  upstream_failed: { code: 'UNAVAILABLE', hint: AGAIN },
  unavailable: { code: 'UNAVAILABLE', hint: AGAIN },
}

/** @throws an answer that is not the platform's, which is a fault of ours */
const failureOf = (error: unknown): ToolFailure => {
  if (isUnanswered(error))
    return new ToolFailure({ code: 'UNAVAILABLE', message: 'The platform has not answered in time', hint: AGAIN })
  const advice = error instanceof BillingApiError ? ADVICE[error.code] : undefined
  if (!(error instanceof BillingApiError) || advice === undefined) throw error
  const { url } = error.body as { readonly url?: string }
  const { retryAfter } = error
  return new ToolFailure({
    ...advice,
    message: error.body.error,
    ...(url === undefined ? {} : { url }),
    ...(retryAfter === undefined ? {} : { retry_after_s: retryAfter }),
  })
}

const whyNot = ({ hasSavedCard, mayManage }: { hasSavedCard: boolean; mayManage: boolean }, page: string) => {
  if (!mayManage) return 'Only owners and admins of the organisation may buy'
  return hasSavedCard ? null : `There is no saved card: the person must buy once at ${page}, which saves the card`
}

/**
 * The platform's billing behind its generated client. It acts for the account that the agent works for (spec
 * image-service 4.9).
 */
export const platformPurchases = (deps: PlatformPurchasesDeps): Purchases => {
  const billingOf = clientFor(deps)
  const page = `${deps.baseUrl.replace(/\/+$/, '')}/dashboard`
  return {
    async eligibilityOf(caller): Promise<Eligibility> {
      const billing = await billingOf(caller).getBilling()
      const reason = whyNot(billing, page)
      return { hasSavedCard: billing.hasSavedCard, reason }
    },
    async buy(caller, order) {
      const billing = billingOf(caller)
      try {
        const { packId, credits, cents, status, paymentId } = await billing.buyCredits(order)
        const { balance } = (await billing.getBilling()).credits
        return { purchase_id: paymentId, packId, credits, amount_usd: (cents / 100).toFixed(2), status, balance }
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}
