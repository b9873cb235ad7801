/** Two lines about what drew a job. @param {any} job */
export const details = (job) => {
  const seed = job.seed_used === null ? '' : `  seed ${job.seed_used}`
  return `job ${job.job_id}  ${job.quality_tier}  ${job.model_id}${seed}\npainter ${job.enhancement_logic?.painter}`
}
