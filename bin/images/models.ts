import { printReply } from '../command-line/print-reply.ts'
import { type ImagesCall, imageService } from './client.ts'
import { table } from './text-table.ts'

interface Model {
  readonly id: string
  readonly provider: string
  readonly quality_tier: string
  readonly is_default: boolean
  readonly is_available: boolean
  readonly unlock_status?: { readonly type?: string } | null
  readonly credits_per_request: number | null
  readonly latency_class: string
  readonly capabilities: Readonly<Record<string, boolean>>
}

const modelRow = (model: Model): readonly string[] => {
  const { id, provider, is_default, quality_tier, credits_per_request, latency_class, capabilities } = model
  const option = `--${provider === 'provider-a' ? 'provider-a' : 'edge'}-model ${id}`
  return [
    is_default ? `--tier ${quality_tier}` : option,
    is_default ? id : '',
    credits_per_request === null ? 'by tier' : String(credits_per_request),
    latency_class,
    Object.keys(capabilities)
      .filter((name) => capabilities[name])
      .join(' '),
  ]
}

const modelsText = (models: readonly Model[]): string =>
  models.length === 0
    ? 'No models are available: no provider is configured.'
    : table([['CHOOSE WITH', 'DEFAULT MODEL', 'CREDITS', 'LATENCY', 'CAN'], ...models.map(modelRow)])

/** Lists the tier defaults and selectable overrides that are available and unlocked (spec image-service 4.10). */
export const models = async (call: ImagesCall): Promise<number> => {
  const reply = await imageService(call).call<{ readonly models: readonly Model[] }>('GET', '/v2/models')
  const usable = reply.models.filter(
    ({ is_available, unlock_status }) => is_available && unlock_status?.type !== 'community_milestone',
  )
  return printReply(call, usable, () => modelsText(usable))
}
