import { PACKS, type PackId } from '@signet/ledger'
import { defineTool, type Tool, ToolFailure } from '@signet/mcp'
import * as z from 'zod'
import type { Purchase, Purchases } from '../billing/purchases.ts'

const PackName = z.enum(Object.keys(PACKS) as [PackId, ...PackId[]])

const usd = (cents: number): string => (cents / 100).toFixed(2)

const packPrices = Object.entries(PACKS)
  .map(([id, { credits, cents }]) => `${id} is ${credits} credits for ${usd(cents)} USD`)
  .join(', ')

const Output = z.object({
  purchase_id: z.string(),
  packId: PackName,
  credits: z.int(),
  amount_usd: z.string().describe('Amount in USD, such as 12.50'),
  status: z
    .enum(['completed', 'pending'])
    .describe('pending: the bank has not decided; repeat the call to get the outcome'),
  balance: z.int().describe('Available credits'),
})

const describePurchase = ({ credits, amount_usd, status, balance, purchase_id }: Purchase): string => {
  const purchaseText = `${credits} credits for ${amount_usd} USD (purchase ${purchase_id})`
  const balanceText = `${balance} credits are available now.`
  if (status === 'completed') return `Bought ${purchaseText}. ${balanceText}`
  return `The bank has not decided about ${purchaseText} yet. ${balanceText} Repeat the call with the same idempotencyKey to get the outcome.`
}

export const billingPurchaseCredits = (purchases: Purchases): Tool =>
  defineTool({
    name: 'billing_purchase_credits',
    title: 'Buy credits',
    description: `Buys a one-time pack of credits. Charges the user's saved card immediately: ${packPrices}. Ask the user first. Requires hasSavedCard in billing_status. A repeated call with the same idempotencyKey is charged once. Cannot buy subscriptions.`,
    scope: 'billing:purchase',
    input: z.strictObject({
      packId: PackName,
      idempotencyKey: z
        .string()
        .min(1)
        .max(255)
        .describe('Idempotency key. Use the same key for every retry of one purchase.'),
    }),
    output: Output,
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
    rate: { requests: 10, window: '1m', by: 'caller' },
    confirm: ({ packId }) =>
      `Buy ${PACKS[packId].credits} credits for ${usd(PACKS[packId].cents)} USD? Your saved card is charged immediately.`,
    async run(request, context) {
      const purchase = await purchases.buy(context, request)
      if (purchase instanceof ToolFailure) return purchase
      return { output: { ...purchase }, text: describePurchase(purchase) }
    },
  })
