import type { Call } from '@signet/command-line'
import { Refusal, type Service, serviceOf } from '../command-line/service.ts'
import { SERVICE_OPTIONS } from '../command-line/service-options.ts'

export const OPTIONS = {
  ...SERVICE_OPTIONS,
  tier: { type: 'string' },
  'provider-a-model': { type: 'string' },
  'edge-model': { type: 'string' },
  'aspect-ratio': { type: 'string' },
  seed: { type: 'string' },
  output: { type: 'string' },
  sync: { type: 'boolean' },
  wait: { type: 'string' },
  deadline: { type: 'string' },
  'webhook-url': { type: 'string' },
  'dry-run': { type: 'boolean' },
  cursor: { type: 'string' },
} as const

export type ImagesCall = Call<typeof OPTIONS>

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

/** Returns the job of a reply. A reply with an error status can also contain a job. */
export const jobFrom = async (reply: Promise<Job>): Promise<Job> => {
  try {
    return await reply
  } catch (error) {
    const job = error instanceof Refusal ? (error.body as { readonly job?: Job } | undefined)?.job : undefined
    if (job === undefined) throw error
    return job
  }
}

export const details = (job: Job): string => {
  const seed = job.seed_used === null ? '' : `  seed ${job.seed_used}`
  return `job ${job.job_id}  ${job.quality_tier}  ${job.model_id}${seed}\npainter ${job.enhancement_logic?.painter}`
}
