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
  held: credits('Credits reserved for jobs that have not ended'),
  quota: z.object({
    used: credits('Used in this cycle'),
    limit: credits('Limit of this cycle'),
    remaining: credits('Remainder'),
    ends_at: z.string(),
  }),
  spending: z
    .object({
      budget: z.int().nullable().describe('Your total budget from the person; null: no limit'),
      spent: z.int(),
      left: z.int().nullable(),
    })
    .nullable()
    .describe('Your own limit; null: you use an API key'),
  hasSavedCard: z.boolean(),
  canPurchase: z.boolean().describe('Whether billing_purchase_credits would work now'),
  whyNot: z.string().nullable().describe('Why credits cannot be bought now'),
})

const allowanceFor = async ({ allowanceOf }: ToolDeps, { grantId }: Caller): Promise<Allowance | undefined> =>
  grantId === undefined ? undefined : allowanceOf(grantId)

const spendingOf = (allowance: Allowance | undefined): z.infer<typeof Output>['spending'] =>
  allowance === undefined ? null : { budget: allowance.budget, spent: allowance.spent, left: spendableOf(allowance) }

/**
 * Why this caller may not buy, whatever its account allows. A grant without the right asks for it with the purchase.
 */
const ownReason = ({ kind, scopes }: Caller, allowance: Allowance | undefined): string | null => {
  if (allowance?.revokedAt !== undefined) return 'The person has revoked this agent'
  if (kind === 'key' && !scopes.includes('billing:purchase'))
    return 'This API key may not buy: it lacks the scope billing:purchase'
  if (allowance === undefined) return null
  if (spendableOf(allowance) === 0) return 'You have spent your budget: the person can allow more'
  if (allowance.centsLeft >= CHEAPEST_CENTS || !scopes.includes('billing:purchase')) return null
  const usd = (allowance.centsLeft / 100).toFixed(2)
  return `You may charge ${usd} USD more, which buys no pack: the person can allow more`
}

const inWords = ({
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
    `Plan ${tier}, with the tiers ${quality_tiers.join(', ')}.`,
    `${balance} credits are available, ${held} are reserved.`,
    `${quota.used} of ${quota.limit} used in this cycle, ${quota.remaining} remain until ${quota.ends_at}.`,
    ...(spending ? [`You may spend ${spending.left ?? 'as many as there are'}; ${spending.spent} spent so far.`] : []),
    `Saved card: ${hasSavedCard ? 'yes' : 'no'}. Purchase possible: ${canPurchase ? 'yes' : `no. ${whyNot}`}`,
  ].join('\n')

export const billingStatus = (deps: ToolDeps): Tool =>
  defineTool({
    name: 'billing_status',
    title: 'Billing status',
    description:
      'Reads the plan, the available credits, your own remaining budget, and whether credits can be bought. Takes no arguments and costs nothing.',
    scope: 'read',
    input: z.strictObject({}),
    output: Output,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    rate: { requests: 120, window: '1m', by: 'caller' },
    async run(_, context) {
      const { caller } = context
      const params = { id: caller.tenantId }
      const [usage, allowance, card] = await Promise.all([
        deps.images.getTenantUsage({ params, query: { limit: 1 }, ...imageOptions(context) }),
        allowanceFor(deps, caller),
        deps.purchases.eligibilityOf(context),
      ])
      if (usage instanceof Refusal) return failureOf(deps, usage)
      if (card instanceof ToolFailure) return card
      const { used, limit, ends_at } = usage.cycle
      const whyNot = ownReason(caller, allowance) ?? card.reason
      const output = {
        tier: usage.tier,
        quality_tiers: [...usage.entitlements.tiers],
        balance: usage.balance,
        held: usage.held,
        quota: { used, limit, remaining: Math.max(0, limit - used), ends_at },
        spending: spendingOf(allowance),
        hasSavedCard: card.hasSavedCard,
        canPurchase: whyNot === null,
        whyNot,
      }
      return { output, text: inWords(output) }
    },
  })
