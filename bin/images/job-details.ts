import type { Job } from './client.ts'

export const details = (job: Job): string => {
  const seed = job.seed_used === null ? '' : `  seed ${job.seed_used}`
  return `job ${job.job_id}  ${job.quality_tier}  ${job.model_id}${seed}\npainter ${job.enhancement_logic?.painter}`
}
