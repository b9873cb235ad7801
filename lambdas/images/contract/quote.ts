import { AspectRatio, QualityTier } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'

const credits = (description: string) => z.int().min(0).describe(description)

const gate = <const Codes extends readonly [string, ...string[]]>(codes: Codes, description: string) =>
  z.enum(['passed', ...codes]).describe(description)

/** The response to `dry_run`: the price, and whether the request would be accepted. Nothing is stored. */
export const Quote = z
  .object({
    dry_run: z.literal(true),
    would_succeed: z.boolean().describe('Whether the same request without dry_run would be accepted now'),
    model_id: z.string().describe('Model that would draw it'),
    quality_tier: QualityTier.describe('Tier that it would be billed at'),
    aspect_ratio: AspectRatio,
    width: z.int().describe('Pixels of the image'),
    height: z.int().describe('Pixels of the image'),
    meter: z.enum(['credits', 'images']).describe('The counted unit; images for callers without an account'),
    price: credits('Price'),
    balance: credits('Available amount'),
    balance_after: z.int().min(0).nullable().describe('Remaining amount; null if the balance does not cover the job'),
    split: z
      .object({
        welcome: credits('From welcome credits'),
        purchased: credits('From purchased credits'),
        grace: credits('From the grace period of an ended subscription'),
        subscription: credits('From the running subscription'),
      })
      .nullable()
      .describe(
        'Credits that would be used, in this order; null if images are counted or the balance does not cover the job',
      ),
    gates: z.object({
      plan: gate(['plan_required'], 'Whether the plan includes the model'),
      community: gate(['model_locked'], 'Whether the community milestone has unlocked the model'),
      balance: gate(['insufficient_credits', 'quota_exceeded'], 'Whether the balance covers the job'),
      spending: gate(
        ['budget_exhausted', 'key_budget_exhausted'],
        'Whether the budget of the agent or the API key covers the job',
      ),
      provider: gate(['unavailable'], 'Whether its provider is configured here'),
    }),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>
