import { type Caller, Refusal } from '@signet/kernel'
import { type Allowance, PACKS, spendableOf } from '@signet/ledger'
import { defineTool, type Tool, ToolFailure } from '@signet/mcp'
import * as z from 'zod'
import { imageOptions } from '../images/image-calls.ts'
import type { ToolDeps } from './deps.ts'
import { failureOf } from './failures.ts'

const CHEAPEST_CENTS = Math.min(...Object.values(PACKS).map(({ cents }) => cents))

const credits = (description: string) => z.int().describe(description)

const Output = z.object({
  tier: z.string().describe('Plan of the paying account'),
  quality_tiers: z.array(z.string()).describe('Quality tiers that the plan includes'),
  balance: credits('Available credits'),
  held: credits('Credits reserved for unfinished jobs'),
  quota: z.object({
    used: credits('Credits used in this cycle'),
    limit: credits('Maximum number of credits in this cycle'),
    remaining: credits('Credits that remain in this cycle'),
    ends_at: z.string(),
  }),
  spending: z
    .object({
      budget: z.int().nullable().describe('Total credit budget set by the user; null: no limit'),
      spent: z.int(),
      left: z.int().nullable(),
    })
    .nullable()
    .describe('Spending limit of this agent; null for an API key'),
  hasSavedCard: z.boolean(),
  canPurchase: z.boolean().describe('Whether billing_purchase_credits can be called now'),
  whyNot: z.string().nullable().describe('Reason why credits cannot be bought now; null if they can'),
})

const allowanceFor = async ({ allowanceOf }: ToolDeps, { grantId }: Caller): Promise<Allowance | undefined> =>
  grantId === undefined ? undefined : allowanceOf(grantId)

const spendingOf = (allowance: Allowance | undefined): z.infer<typeof Output>['spending'] =>
  allowance === undefined ? null : { budget: allowance.budget, spent: allowance.spent, left: spendableOf(allowance) }

/**
 * Returns why this caller itself cannot buy, regardless of the account; null if it can. A grant without the purchase
 * scope counts as able to buy, because the agent can still request the scope.
 */
const callerReason = ({ kind, scopes }: Caller, allowance: Allowance | undefined): string | null => {
  if (allowance?.revokedAt !== undefined) return 'The user has revoked this agent'
  if (kind === 'key' && !scopes.includes('billing:purchase'))
    return 'This API key cannot buy: it lacks the scope billing:purchase'
  if (allowance === undefined) return null
  if (spendableOf(allowance) === 0) return 'You have spent your budget: ask the user to raise it'
  if (allowance.centsLeft >= CHEAPEST_CENTS || !scopes.includes('billing:purchase')) return null
  const usd = (allowance.centsLeft / 100).toFixed(2)
  return `You may charge ${usd} USD more, which is less than any pack costs: ask the user to raise the limit`
}

const describeStatus = ({
  tier,
  balance,
  held,
  quota,
  spending,
  hasSavedCard,
  canPurchase,
  whyNot,
  quality_tiers,
}: z.infer<typeof Output>): string =>
  [
    `Plan ${tier}, with the quality tiers ${quality_tiers.join(', ')}.`,
    `${balance} credits available, ${held} reserved.`,
    `${quota.used} of ${quota.limit} credits used in this cycle, ${quota.remaining} remaining until ${quota.ends_at}.`,
    ...(spending ? [`You may spend ${spending.left ?? 'all available'} credits; ${spending.spent} spent so far.`] : []),
    `Saved card: ${hasSavedCard ? 'yes' : 'no'}. Purchase possible: ${canPurchase ? 'yes' : `no. ${whyNot}`}`,
  ].join('\n')

export const billingStatus = (deps: ToolDeps): Tool =>
  defineTool({
    name: 'billing_status',
    title: 'Billing status',
    description:
      'Returns the plan, the available credits, your remaining budget, and whether credits can be bought. Has no parameters. Free of charge.',
    scope: 'read',
    input: z.strictObject({}),
    output: Output,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    rate: { requests: 120, window: '1m', by: 'caller' },
    async run(_, context) {
      const { caller } = context
      const params = { id: caller.tenantId }
      const [usage, allowance, eligibility] = await Promise.all([
        deps.images.getTenantUsage({ params, query: { limit: 1 }, ...imageOptions(context) }),
        allowanceFor(deps, caller),
        deps.purchases.eligibilityOf(context),
      ])
      if (usage instanceof Refusal) return failureOf(deps, usage)
      if (eligibility instanceof ToolFailure) return eligibility
      const { used, limit, ends_at } = usage.cycle
      const whyNot = callerReason(caller, allowance) ?? eligibility.reason
      const output = {
        tier: usage.tier,
        quality_tiers: [...usage.entitlements.tiers],
        balance: usage.balance,
        held: usage.held,
        quota: { used, limit, remaining: Math.max(0, limit - used), ends_at },
        spending: spendingOf(allowance),
        hasSavedCard: eligibility.hasSavedCard,
        canPurchase: whyNot === null,
        whyNot,
      }
      return { output, text: describeStatus(output) }
    },
  })
