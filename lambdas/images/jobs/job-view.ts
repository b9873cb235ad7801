import { describePainter } from '@signet/imaging/image-provider'
import type { Job } from '@signet/imaging/schemas/job'
import type { Preset } from '@signet/imaging/schemas/vocabulary'
import { notEnhanced } from '../enhance/enhance-prompt.ts'
import { cutOutAssetId } from '../images/image-keys.ts'
import type { JobRow } from './job-row.ts'
import { webhookView } from './job-webhook.ts'

const assetUrl = (baseUrl: string, id: string, preset?: Preset): string =>
  `${baseUrl}/v2/assets/${id}${preset ? `?preset=${preset}` : ''}`

export const rendererOf = ({ rendering, settings, painter }: Pick<JobRow, 'rendering' | 'settings' | 'painter'>) => ({
  painter: rendering?.painter ?? painter,
  modelId: rendering?.model_id ?? settings.model_id,
})

export const finalPromptOf = ({ settings, original_prompt }: Pick<JobRow, 'settings' | 'original_prompt'>): string =>
  settings.enhanced?.prompt ?? original_prompt

const enhancementLogic = ({ settings, original_prompt }: Pick<JobRow, 'settings' | 'original_prompt'>) => {
  const { prompt: _, ...logic } = settings.enhanced ?? notEnhanced(original_prompt)
  return { ...logic, applied: [...logic.applied] }
}

/** Builds the Job for callers. URLs start with the base URL of the request, so they work wherever the service runs. */
export const jobView = (row: JobRow, baseUrl: string): Job => {
  const { settings } = row
  const { painter, modelId } = rendererOf(row)
  const isCompleted = row.state === 'completed'
  return {
    job_id: row.job_id,
    state: row.state,
    original_prompt: row.original_prompt,
    final_prompt: finalPromptOf(row),
    enhancement_logic: { ...enhancementLogic(row), painter: describePainter(painter) },
    model_id: modelId,
    quality_tier: row.quality_tier,
    asset_url: isCompleted ? assetUrl(baseUrl, row.job_id) : null,
    preset_url: isCompleted && settings.output_preset ? assetUrl(baseUrl, row.job_id, settings.output_preset) : null,
    bg_removed_url: isCompleted && settings.cut_out ? assetUrl(baseUrl, cutOutAssetId(row.job_id)) : null,
    output_format: row.output_format,
    seed_used: settings.seed ?? null,
    error: row.error ?? null,
    created_at: row.created_at,
    completed_at: row.completed_at ?? null,
    error_code: row.error_code ?? null,
    aspect_ratio: row.aspect_ratio,
    width: row.rendering?.width ?? settings.width,
    height: row.rendering?.height ?? settings.height,
    bg_removal_method: row.bg_removal_method ?? null,
    expires_at: new Date(row.expires_at * 1000).toISOString(),
    deadline_at: row.deadline_at ?? null,
    webhook: row.webhook ? webhookView(row.webhook) : null,
    ...(row.receipt === undefined ? {} : { receipt: row.receipt }),
  }
}
