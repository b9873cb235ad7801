import { EXIT, Failure } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { details, type ImagesCall, imageService, type Job, jobFrom } from './client.ts'
import { table } from './text-table.ts'

interface JobsPage {
  readonly jobs: readonly Job[]
  readonly next_cursor: string | null
}

const pageText = ({ jobs, next_cursor }: JobsPage): string => {
  if (jobs.length === 0) return 'No jobs yet. Create one: signet images generate "a lighthouse at dusk"'
  const rows = jobs.map((job) => [
    job.job_id,
    job.state,
    job.quality_tier,
    job.created_at.slice(0, 19).replace('T', ' '),
    job.original_prompt.length > 40 ? `${job.original_prompt.slice(0, 39)}…` : job.original_prompt,
  ])
  const more = next_cursor ? `\n\nNext page: signet images jobs list --cursor ${next_cursor}` : ''
  return `${table([['JOB', 'STATE', 'TIER', 'CREATED (UTC)', 'PROMPT'], ...rows])}${more}`
}

export const listJobs = async (call: ImagesCall): Promise<number> => {
  const { flags } = call
  const query = flags.cursor ? `?${new URLSearchParams({ cursor: flags.cursor })}` : ''
  const page = await imageService(call).call<JobsPage>('GET', `/v2/jobs${query}`)
  return printReply(call, page, () => pageText(page))
}

const JOB_ROWS = [
  'state',
  'error',
  'original_prompt',
  'asset_url',
  'preset_url',
  'bg_removed_url',
  'created_at',
  'completed_at',
  'deadline_at',
] as const

const jobText = (job: Job): string => {
  const rows = JOB_ROWS.filter((name) => job[name] !== null).map((name) => [name, String(job[name])])
  if (job.webhook) rows.push(['webhook', `${job.webhook.state}, ${job.webhook.attempts} attempts: ${job.webhook.url}`])
  return `${table(rows)}\n${details(job)}`
}

export const getJob = async (call: ImagesCall): Promise<number> => {
  const [id] = call.words
  if (!id) throw new Failure(EXIT.usage, 'jobs get requires a job ID. List the jobs: signet images jobs list')
  const job = await jobFrom(imageService(call).call<Job>('GET', `/v2/jobs/${encodeURIComponent(id)}`))
  return printReply(call, job, () => jobText(job))
}
