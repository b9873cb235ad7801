import { addMs, epochSeconds } from '@signet/kernel'
import type { Charge } from '@signet/ledger'
import { describePainter } from '@signet/painter/image-provider'
import { type Job, jobContract } from '../contract/job.ts'
import { RETENTION } from '../contract/retention.ts'
import type { AspectRatio, JobState, OutputFormat, Preset, QualityTier } from '../contract/vocabulary.ts'
import { type Enhancement, notEnhanced } from '../enhance/enhance-prompt.ts'
import { cutOutAssetId, inputKeys } from '../images/image-keys.ts'
import { type JobWebhook, lookAgainAt, webhookView } from './job-webhook.ts'

/** What a job's row says of the picture to make: decided at accept, read by the workers, never changed. */
export interface JobOrder {
  readonly model_id: string
  /** Present when the caller named a tier only: another model of the same kind may draw in its place. */
  readonly by_tier?: true
  readonly image_size?: '512' | '1K' | '2K' | '4K'
  readonly width: number
  readonly height: number
  readonly seed?: number
  readonly negative_prompt?: string
  readonly strength?: number
  /** What became of the prompt, when the caller wanted it enhanced. */
  readonly enhanced?: Enhancement
  /** Object keys of the transient inputs. */
  readonly source_key?: string
  readonly mask_key?: string
  readonly output_quality: number
  readonly output_preset?: Preset
  /** Whether a transparent PNG is wanted too. */
  readonly cut_out?: true
}

/** Who drew the picture and what that cost: written with the master, so it says what happened and not what was meant. */
export interface Rendering {
  readonly model_id: string
  readonly painter: string
  /** In pixels; vendors round sizes as they like. Absent while it is being drawn. */
  readonly width?: number
  readonly height?: number
  /** What the vendor charges us, in millionths of a US dollar. Never shown to callers. */
  readonly cost_micros?: number
}

/** A job as the table keeps it: the wire fields that do not depend on the caller's address, and the order. */
export interface JobRow {
  readonly tenant_id: string
  readonly job_id: string
  /** Keyed hash of the caller's network, where it has no account: by that it is counted, and no job is found. */
  readonly network?: string
  readonly state: JobState
  readonly original_prompt: string
  /** Name of the painter that draws it. */
  readonly painter: string
  readonly quality_tier: QualityTier
  readonly output_format: OutputFormat
  readonly aspect_ratio: AspectRatio
  readonly order: JobOrder
  readonly created_at: string
  /** Absent until somebody begins to paint, and on rows from before this was noted. */
  readonly begun_at?: string
  readonly completed_at?: string
  /** Absent until it is drawn, unless by another model than was ordered. */
  readonly rendering?: Rendering
  readonly bg_removal_method?: string
  readonly error?: string
  readonly error_code?: string
  /** What it costs; absent when it costs nothing. */
  readonly charge?: Charge
  /** Present when the plan that pays has priority: the job goes through the lane of its own. */
  readonly has_priority?: true
  /** ISO time by which painting must have begun. */
  readonly deadline_at?: string
  /** Present when the caller wants to be told of the end. */
  readonly webhook?: JobWebhook
  /** Present from the end of the job on, until the event that tells of it is known to be on the bus. */
  readonly untold?: true
  /** Present from when a deletion began to remove the images of the completed job; it only goes on from there. */
  readonly removal_began_at?: string
  /** Present once source and mask, 24 hours after the end, are gone. */
  readonly inputs_removed?: true
  /** Present when its long texts are an object of their own; where they were not read, they are empty here. */
  readonly texts?: 'apart'
  /** Epoch seconds: reads treat the row as gone from here on. */
  readonly expires_at: number
}

/** Who asked for the job: its tenant, or somebody at a network who has no account. */
export const requesterOf = ({ tenant_id, network }: Pick<JobRow, 'tenant_id' | 'network'>): string =>
  network ?? tenant_id

/** Whether the job has ended: nobody will move it again. */
export const isTerminal = ({ state }: Pick<JobRow, 'state'>): boolean => jobContract.states.terminal.includes(state)

const assetUrl = (baseUrl: string, id: string, preset?: Preset): string =>
  `${baseUrl}/v2/assets/${id}${preset ? `?preset=${preset}` : ''}`

/** Who drew the job's picture, or is going to. */
export const renderedBy = ({ rendering, order, painter }: Pick<JobRow, 'rendering' | 'order' | 'painter'>) => ({
  painter: rendering?.painter ?? painter,
  modelId: rendering?.model_id ?? order.model_id,
})

/** The words that the model is given. */
export const paintedPrompt = ({ order, original_prompt }: Pick<JobRow, 'order' | 'original_prompt'>): string =>
  order.enhanced?.prompt ?? original_prompt

const enhancementLogic = ({ order, original_prompt }: Pick<JobRow, 'order' | 'original_prompt'>) => {
  const { prompt: _, ...logic } = order.enhanced ?? notEnhanced(original_prompt)
  return { ...logic, applied: [...logic.applied] }
}

/** The Job as callers see it. URLs are built on the address they called, so they work wherever the service stands. */
export const jobView = (row: JobRow, baseUrl: string): Job => {
  const { order } = row
  const { painter, modelId } = renderedBy(row)
  const isCompleted = row.state === 'completed'
  return {
    job_id: row.job_id,
    state: row.state,
    original_prompt: row.original_prompt,
    final_prompt: paintedPrompt(row),
    enhancement_logic: { ...enhancementLogic(row), painter: describePainter(painter) },
    model_id: modelId,
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
    width: row.rendering?.width ?? order.width,
    height: row.rendering?.height ?? order.height,
    bg_removal_method: row.bg_removal_method ?? null,
    expires_at: new Date(row.expires_at * 1000).toISOString(),
    deadline_at: row.deadline_at ?? null,
    webhook: row.webhook ? webhookView(row.webhook) : null,
  }
}

/** When the job's row stops being read, in epoch seconds. */
export const jobExpiry = (createdAt: Date): number => epochSeconds(createdAt) + RETENTION.jobDays * 86_400

/** When everything of a job goes: its row, its images and whatever was made of them. */
export const endOfLife = ({ expires_at }: Pick<JobRow, 'expires_at'>): Date => new Date(expires_at * 1000)

/** Longer than a function of assets may run: whoever began a rendition before the end of life has stored it by then. */
export const RENDITIONS_END_MS = 5 * 60_000

/** When the sweeper removes everything of a job: no rendition of it comes later, so none outlives its image. */
export const removalDue = (row: Pick<JobRow, 'expires_at'>): Date => addMs(endOfLife(row), RENDITIONS_END_MS)

/** A week: the sweeper, who alone removes the objects, comes before DynamoDB collects the row that names them. */
const COLLECTED_AFTER_SECONDS = 7 * 86_400

/** From when on DynamoDB may collect the row, in epoch seconds. */
export const collectedFrom = ({ expires_at }: Pick<JobRow, 'expires_at'>): number =>
  expires_at + COLLECTED_AFTER_SECONDS

/** Keys of source and mask that were uploaded for this job; never those of a job that it chains from. */
export const ownInputs = ({ job_id, order: { source_key, mask_key } }: JobRow): readonly string[] =>
  inputKeys(job_id).filter((key) => key === source_key || key === mask_key)

/** When source and mask of a job that has ended are to go: a day after the end; undefined when it has none of its own. */
export const inputsDue = (row: JobRow): Date | undefined => {
  if (ownInputs(row).length === 0 || row.inputs_removed || row.completed_at === undefined) return undefined
  return addMs(new Date(row.completed_at), RETENTION.transientInputHours * 3_600_000)
}

/** Whoever ends a job tells of it within seconds. */
const TELL_AGAIN_AFTER_MS = 30_000

/** When the sweeper is to tell of the end, should nobody have done so; undefined when it is told. */
export const tellAgainAt = ({ untold, completed_at }: JobRow): Date | undefined =>
  untold && completed_at !== undefined ? addMs(new Date(completed_at), TELL_AGAIN_AFTER_MS) : undefined

/**
 * When the sweeper is to look at a job that has ended next: to tell of its end, whether a notification was lost, to remove
 * source and mask, or to remove everything after the end of its life.
 */
export const nextDue = (row: JobRow): Date => {
  const due = [tellAgainAt(row), lookAgainAt(row.webhook), inputsDue(row), removalDue(row)].filter(
    (at) => at !== undefined,
  )
  return new Date(Math.min(...due.map((at) => at.getTime())))
}

/** A job younger than this is on its way; from then on the sweeper looks at it. */
export const ON_ITS_WAY_MS = 60_000

/** Since when a new job is to stand in the index: so that the sweeper comes by at its deadline at the latest. */
export const openSince = ({ created_at, deadline_at }: Pick<JobRow, 'created_at' | 'deadline_at'>): string => {
  if (deadline_at === undefined) return created_at
  const early = addMs(new Date(deadline_at), -ON_ITS_WAY_MS).toISOString()
  return early < created_at ? early : created_at
}

/** Whether the job should have been begun by now and was not. */
export const isPastDeadline = ({ state, deadline_at }: JobRow, now: Date): boolean =>
  state === 'queued' && deadline_at !== undefined && new Date(deadline_at) <= now
