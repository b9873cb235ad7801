import type { Job } from '@signet/imaging/schemas/job'
import type { CreatedImage, ImageStatus, ListedImage } from '../contract/images.ts'

const STATUSES: Readonly<Record<Job['state'], ImageStatus>> = {
  queued: 'pending',
  processing: 'processing',
  encoding: 'processing',
  completed: 'completed',
  failed: 'failed',
  failed_encoding: 'failed',
}

export const statusOf = ({ state }: Pick<Job, 'state'>): ImageStatus => STATUSES[state]

export const listedImage = (job: Job): ListedImage => ({
  id: job.job_id,
  prompt: job.original_prompt,
  quality_tier: job.quality_tier,
  status: statusOf(job),
  image_url: job.asset_url,
  created_at: job.created_at,
})

export const createdImage = (job: Job): Omit<CreatedImage, 'warning'> => ({
  id: job.job_id,
  job_id: job.job_id,
  state: statusOf(job),
  original_prompt: job.original_prompt,
  final_prompt: job.final_prompt,
  asset_url: job.asset_url,
  created_at: job.created_at,
})
