import { epochSeconds } from '@signet/kernel'
import { type Job, jobContract } from '../contract/job.ts'
import { RETENTION } from '../contract/retention.ts'
import type { AspectRatio, JobState, OutputFormat, Preset, QualityTier } from '../contract/vocabulary.ts'
import { cutOutAssetId } from '../images/image-keys.ts'
import { describePainter } from '../painters/painter.ts'

/** What a job's row says of the picture to make: decided at accept, read by the workers, never changed. */
export interface JobOrder {
  readonly model_id: string
  readonly width: number
  readonly height: number
  readonly seed?: number
  readonly negative_prompt?: string
  readonly strength?: number
  /** Object keys of the transient inputs. */
  readonly source_key?: string
  readonly mask_key?: string
  readonly output_quality: number
  readonly output_preset?: Preset
  /** Whether a transparent PNG is wanted too. */
  readonly cut_out?: true
}

/** A job as the table keeps it: the wire fields that do not depend on the caller's address, and the order. */
export interface JobRow {
  readonly tenant_id: string
  readonly job_id: string
  readonly state: JobState
  readonly original_prompt: string
  /** Name of the painter that draws it. */
  readonly painter: string
  readonly quality_tier: QualityTier
  readonly output_format: OutputFormat
  readonly aspect_ratio: AspectRatio
  readonly order: JobOrder
  readonly created_at: string
  readonly completed_at?: string
  readonly bg_removal_method?: string
  readonly error?: string
  readonly error_code?: string
  /** Epoch seconds; reads treat the row as gone from here on, TTL collects it later. */
  readonly ttl: number
}

/** Whether the job has ended: nobody will move it again. */
export const isTerminal = ({ state }: Pick<JobRow, 'state'>): boolean => jobContract.states.terminal.includes(state)

const assetUrl = (baseUrl: string, id: string, preset?: Preset): string =>
  `${baseUrl}/v2/assets/${id}${preset ? `?preset=${preset}` : ''}`

/** The Job as callers see it. URLs are built on the address they called, so they work wherever the service stands. */
export const jobView = (row: JobRow, baseUrl: string): Job => {
  const { order } = row
  const isCompleted = row.state === 'completed'
  return {
    job_id: row.job_id,
    state: row.state,
    original_prompt: row.original_prompt,
    final_prompt: row.original_prompt,
    enhancement_logic: { version: '1', strategy: 'none', applied: [], painter: describePainter(row.painter) },
    model_id: order.model_id,
    quality_tier: row.quality_tier,
    asset_url: isCompleted ? assetUrl(baseUrl, row.job_id) : null,
    preset_url: isCompleted && order.output_preset ? assetUrl(baseUrl, row.job_id, order.output_preset) : null,
    bg_removed_url: isCompleted && order.cut_out ? assetUrl(baseUrl, cutOutAssetId(row.job_id)) : null,
    output_format: row.output_format,
    seed_used: order.seed ?? null,
    error: row.error ?? null,
    created_at: row.created_at,
    completed_at: row.completed_at ?? null,
    error_code: row.error_code ?? null,
    aspect_ratio: row.aspect_ratio,
    width: order.width,
    height: order.height,
    bg_removal_method: row.bg_removal_method ?? null,
    expires_at: new Date(row.ttl * 1000).toISOString(),
  }
}

/** When the job's row stops being read, in epoch seconds. */
export const jobExpiry = (createdAt: Date): number => epochSeconds(createdAt) + RETENTION.jobDays * 86_400
