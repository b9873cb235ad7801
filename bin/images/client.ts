import { Refusal, type Service, serviceOf } from '../command-line/service.ts'
import type { ImagesCall } from './options.ts'

export interface Job {
  readonly job_id: string
  readonly state: string
  readonly quality_tier: string
  readonly model_id: string
  readonly seed_used: number | null
  readonly width: number | null
  readonly height: number | null
  readonly original_prompt: string
  readonly enhancement_logic: { readonly painter?: string } | null
  readonly asset_url: string | null
  readonly preset_url: string | null
  readonly bg_removed_url: string | null
  readonly error: string | null
  readonly error_code: string | null
  readonly created_at: string
  readonly completed_at: string | null
  readonly deadline_at: string | null
  readonly webhook?: { readonly state: string; readonly attempts: number; readonly url: string } | null
}

export const imageService = ({ flags, terminal }: ImagesCall): Service =>
  serviceOf(
    {
      api: 'images',
      urlVariables: ['SIGNET_IMAGES_URL', 'IMAGEGEN_URL'],
      keyVariables: ['SIGNET_IMAGES_API_KEY', 'IMAGEGEN_API_KEY'],
      demoKey: 'genKey',
    },
    flags,
    terminal,
  )

/** Returns the job of a reply, also of an error reply that contains the failed job. */
export const jobFrom = async (reply: Promise<Job>): Promise<Job> => {
  try {
    return await reply
  } catch (error) {
    const job = error instanceof Refusal ? (error.body as { readonly job?: Job } | undefined)?.job : undefined
    if (job === undefined) throw error
    return job
  }
}
