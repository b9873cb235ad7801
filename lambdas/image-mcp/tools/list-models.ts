import { ModelEntry } from '@signet/imaging/schemas/model-entry'
import { Refusal } from '@signet/kernel'
import { defineTool, type Tool } from '@signet/mcp'
import * as z from 'zod'
import { imageOptions } from '../images/image-calls.ts'
import type { ToolDeps } from './deps.ts'
import { failureOf } from './failures.ts'

const ModelFields = ModelEntry.pick({ id: true, quality_tier: true, latency_class: true, is_available: true }).shape

const Common = {
  id: ModelFields.id,
  can: z.array(z.string()).describe('txt2img, img2img, inpaint, negative_prompt, seed_control'),
  latency_class: ModelFields.latency_class,
  is_available: ModelFields.is_available,
}

const TierDefault = z.object({ quality_tier: ModelFields.quality_tier, credits: z.int(), ...Common })

const Override = z.object({
  parameter: z
    .enum(['edge_model', 'provider_a_model', 'model'])
    .describe('Parameter of generate_image that accepts the model ID'),
  billing_tier: z.string().describe('Billed tier; "as given": the quality_tier of the call'),
  credits: z.int().nullable().describe('Price in credits; null: the price of the quality_tier of the call'),
  ...Common,
})

const Frontier = z.object({
  parameter: Override.shape.parameter.nullable().describe('null: the model is the default of its tier'),
  billing_tier: z.string(),
  ...Common,
  backers: z.int(),
  goal: z.int(),
  unlock_url: z.string(),
  agent_hint: z.string().describe('Text to relay to the user'),
})

const Output = z.object({
  tier_defaults: z.array(TierDefault),
  overrides: z.array(Override),
  frontier_pending: z.array(Frontier).describe('Locked until the community milestone is reached'),
})

type Entry = z.infer<typeof ModelEntry>
type ModelListing = z.infer<typeof Output>

const PARAMETERS = { 'edge-hosted': 'edge_model', 'provider-a': 'provider_a_model', 'provider-b': 'model' } as const

const parameterOf = ({ provider }: Entry): z.infer<typeof Override>['parameter'] =>
  PARAMETERS[provider as keyof typeof PARAMETERS]

const commonOf = ({ id, capabilities, latency_class, is_available }: Entry) => ({
  id,
  can: Object.entries(capabilities).flatMap(([name, isSupported]) => (isSupported ? [name] : [])),
  latency_class,
  is_available,
})

const billedAt = ({ provider, quality_tier }: Entry): string => (provider === 'edge-hosted' ? 'as given' : quality_tier)

const isPending = ({ unlock_status }: Entry): boolean => unlock_status?.type === 'community_milestone'

/** Groups the catalog into the sections of spec image-service 4.9. */
export const sectionsOf = (models: readonly Entry[]): ModelListing => ({
  tier_defaults: models
    .filter((model) => model.is_default)
    .map((model) => ({
      quality_tier: model.quality_tier,
      credits: model.credits_per_request ?? 0,
      ...commonOf(model),
    })),
  overrides: models
    .filter((model) => !model.is_default && !isPending(model))
    .map((model) => ({
      parameter: parameterOf(model),
      billing_tier: billedAt(model),
      credits: model.credits_per_request,
      ...commonOf(model),
    })),
  frontier_pending: models.flatMap((model) => {
    const { unlock_status: unlock } = model
    if (unlock?.type !== 'community_milestone') return []
    return [
      {
        parameter: model.is_default ? null : parameterOf(model),
        billing_tier: billedAt(model),
        ...commonOf(model),
        backers: unlock.display_current,
        goal: unlock.display_goal,
        unlock_url: unlock.unlock_url,
        agent_hint: unlock.agent_hint,
      },
    ]
  }),
})

const unavailableSuffix = (isAvailable: boolean): string => (isAvailable ? '' : ', unavailable now')

const describeModels = ({ tier_defaults, overrides, frontier_pending }: ModelListing): string =>
  [
    'Tier defaults (pass quality_tier):',
    ...tier_defaults.map(
      (m) =>
        `- ${m.quality_tier}: ${m.id}, ${m.credits} credits; ${m.can.join(', ')}${unavailableSuffix(m.is_available)}`,
    ),
    'Overrides (pass the parameter):',
    ...overrides.map(
      (m) =>
        `- ${m.parameter}=${m.id}: billed at ${m.billing_tier}${m.credits === null ? '' : `, ${m.credits} credits`}; ${m.can.join(', ')}${unavailableSuffix(m.is_available)}`,
    ),
    'Frontier models locked until the milestone:',
    ...frontier_pending.map(
      (m) => `- ${m.id} (${m.billing_tier}): ${m.backers} of ${m.goal} backers, ${m.unlock_url}. ${m.agent_hint}`,
    ),
  ].join('\n')

export const listModels = (deps: ToolDeps): Tool =>
  defineTool({
    name: 'list_models',
    title: 'List models',
    description:
      'Lists the current models in three sections: tier defaults with their credits; override models with their parameter and billed tier; locked frontier models with their progress. Use only model IDs from this list. Free of charge.',
    scope: 'read',
    input: z.strictObject({}),
    output: Output,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    rate: { requests: 120, window: '1m', by: 'caller' },
    async run(_, context) {
      const catalog = await deps.images.listModels(imageOptions(context))
      if (catalog instanceof Refusal) return failureOf(deps, catalog)
      const output = sectionsOf(ModelEntry.array().parse(catalog.models))
      return { output, text: describeModels(output) }
    },
  })
