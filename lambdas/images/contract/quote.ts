import { AspectRatio, QualityTier } from '@signet/imaging/schemas/vocabulary'
import * as z from 'zod'

const credits = (description: string) => z.int().min(0).describe(description)

const gate = <const Codes extends readonly [string, ...string[]]>(codes: Codes, description: string) =>
  z.enum(['passed', ...codes]).describe(description)

/** The response to `dry_run`: the price, and whether the request would be accepted. Nothing is stored. */
export const Quote = z
  .object({
    dry_run: z.literal(true).describe('Always true; distinguishes a quote from a job'),
    would_succeed: z.boolean().describe('Whether the same request without `dry_run` would be accepted now'),
    model_id: z.string().describe('Model that would be used'),
    quality_tier: QualityTier.describe('Billed quality tier'),
    aspect_ratio: AspectRatio,
    width: z.int().describe('Width in pixels'),
    height: z.int().describe('Height in pixels'),
    meter: z
      .enum(['credits', 'images'])
      .describe('Unit of the quota: `credits`, or `images` for callers without an account'),
    price: credits('Price in the unit of `meter`'),
    balance: credits('Available amount in the unit of `meter`'),
    balance_after: z
      .int()
      .min(0)
      .nullable()
      .describe('Amount in the unit of `meter` that would remain; null if the balance does not cover the job'),
    split: z
      .object({
        welcome: credits('Credits from the welcome grant'),
        purchased: credits('Purchased credits'),
        grace: credits('Credits from the grace period of an ended subscription'),
        subscription: credits('Credits from the current subscription'),
      })
      .nullable()
      .describe(
        'Credits that would be used, in this order; null if `meter` is `images` or the balance does not cover the job',
      ),
    gates: z.object({
      plan: gate(['plan_required'], '`passed`, or `plan_required` if the plan does not include the model'),
      community: gate(
        ['model_locked'],
        '`passed`, or `model_locked` if the model is not available yet because too few customers have bought credits or an Agency plan',
      ),
      balance: gate(
        ['insufficient_credits', 'quota_exceeded'],
        '`passed`, or the error code if the balance does not cover the job',
      ),
      spending: gate(
        ['budget_exhausted', 'key_budget_exhausted'],
        '`passed`, or the error code if the remaining budget of the agent or API key does not cover the job',
      ),
      provider: gate(
        ['unavailable'],
        "`passed`, or `unavailable` if this deployment has no access to the model's provider",
      ),
    }),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>
