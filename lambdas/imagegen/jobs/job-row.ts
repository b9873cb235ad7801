import type { Charge } from '@signet/ledger'
import { jobContract } from '../contract/job.ts'
import type { AspectRatio, JobState, OutputFormat, Preset, QualityTier } from '../contract/vocabulary.ts'
import type { Enhancement } from '../enhance/enhance-prompt.ts'
import { inputKeys } from '../images/image-keys.ts'
import type { JobWebhook } from './job-webhook.ts'

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

/** Keys of source and mask that were uploaded for this job; never those of a job that it chains from. */
export const ownInputs = ({ job_id, order: { source_key, mask_key } }: JobRow): readonly string[] =>
  inputKeys(job_id).filter((key) => key === source_key || key === mask_key)
