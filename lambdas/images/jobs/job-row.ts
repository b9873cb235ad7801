import type { AspectRatio, JobState, OutputFormat, Preset, QualityTier } from '@signet/imaging/schemas/vocabulary'
import type { Cause } from '@signet/kernel'
import type { Charge } from '@signet/ledger'
import { jobContract } from '../contract/job.ts'
import type { Enhancement } from '../enhance/enhance-prompt.ts'
import { inputKeys } from '../images/image-keys.ts'
import type { JobWebhook } from './job-webhook.ts'

/** Settings of the requested image, as resolved when the job was accepted. They never change. */
export interface JobSettings {
  readonly model_id: string
  /** Present if the caller named only a tier: a fallback model may then generate the image. */
  readonly by_tier?: true
  readonly image_size?: '512' | '1K' | '2K' | '4K'
  readonly width: number
  readonly height: number
  readonly seed?: number
  readonly negative_prompt?: string
  readonly strength?: number
  readonly enhanced?: Enhancement
  readonly source_key?: string
  readonly mask_key?: string
  readonly output_quality: number
  readonly output_preset?: Preset
  /** Present if an image with a transparent background was requested in addition. */
  readonly cut_out?: true
}

/**
 * The model that generated the image, and its cost. Written with the master (the provider's image), so it records the
 * actual result.
 */
export interface Rendering {
  readonly model_id: string
  readonly painter: string
  /** In pixels; vendors round sizes. Absent while the picture is being drawn. */
  readonly width?: number
  readonly height?: number
  /** The vendor's price in millionths of a US dollar. Never shown to callers. */
  readonly cost_micros?: number
}

/**
 * A job as it is stored: the API fields that do not depend on the base URL of the request, and the settings of the
 * image.
 */
export interface JobRow {
  readonly tenant_id: string
  readonly job_id: string
  /**
   * Keyed hash of the network of an anonymous caller. Used to count requests, and to delete a job only from its own
   * network.
   */
  readonly network?: string
  readonly state: JobState
  readonly original_prompt: string
  /** Name of the image provider that was chosen at admission, such as `provider-a` or `offline`. */
  readonly painter: string
  readonly quality_tier: QualityTier
  readonly output_format: OutputFormat
  readonly aspect_ratio: AspectRatio
  readonly settings: JobSettings
  readonly created_at: string
  readonly begun_at?: string
  /**
   * Milliseconds from `begun_at` until the master was stored. Shorter than a timestamp, because the row has to fit into
   * a kilobyte. Absent until then.
   */
  readonly paint_ms?: number
  readonly completed_at?: string
  /** Absent until the image is generated; set earlier if a fallback model generates it. */
  readonly rendering?: Rendering
  readonly bg_removal_method?: string
  readonly receipt?: string
  readonly error?: string
  readonly error_code?: string
  /** The charge of the job; absent if it is free. */
  readonly charge?: Charge
  /** Present if the paying plan has priority: the job then goes through the priority queue. */
  readonly has_priority?: true
  /** ISO time by which generation must begin. */
  readonly deadline_at?: string
  /** The request that created the job, for its history in the logs; never displayed. */
  readonly cause?: Cause
  readonly webhook?: JobWebhook
  /** Present from the end of the job until its event is known to be published. */
  readonly event_pending?: true
  /**
   * Present after a deletion has begun to remove the images of the completed job. The sweeper then finishes the
   * deletion.
   */
  readonly removal_began_at?: string
  /** Present once source and mask are removed, 24 hours after the end. */
  readonly inputs_removed?: true
  /** Present if the long texts are stored as an object. The texts are empty here if that object was not read. */
  readonly texts?: 'separate'
  /** Epoch seconds from which reads treat the row as absent. */
  readonly expires_at: number
}

export const requesterOf = ({ tenant_id, network }: Pick<JobRow, 'tenant_id' | 'network'>): string =>
  network ?? tenant_id

/**
 * Returns the account that pays for the job, whose organization gets its receipt; undefined for a caller without an
 * account.
 */
export const accountOf = ({ charge }: Pick<JobRow, 'charge'>): string | undefined =>
  charge && 'account' in charge ? charge.account : undefined

export const isTerminal = ({ state }: Pick<JobRow, 'state'>): boolean => jobContract.states.terminal.includes(state)

/** Keys of source and mask that were uploaded for this job, without those of a job that it chains from. */
export const ownInputs = ({ job_id, settings: { source_key, mask_key } }: JobRow): readonly string[] =>
  inputKeys(job_id).filter((key) => key === source_key || key === mask_key)
