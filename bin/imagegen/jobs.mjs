import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { onlyFlags } from './command-line.mjs'
import { details } from './job-details.mjs'
import { table } from './text-table.mjs'

/** @typedef {import('./command-line.mjs').Flags} Flags */
/** @typedef {import('./client.mjs').Environment} Environment */

/** @param {Flags} flags @param {Environment} env */
export const listJobs = async (flags, env) => {
  onlyFlags(flags, 'jobs list', ['cursor'])
  const query = flags.cursor ? `?${new URLSearchParams({ cursor: flags.cursor })}` : ''
  const page = await client(flags, env).call('GET', `/v2/jobs${query}`)
  if (flags.json) return console.log(JSON.stringify(page, null, 2))
  if (page.jobs.length === 0) return console.log('No jobs yet: imagegen generate "a lighthouse at dusk"')
  const rows = page.jobs.map((/** @type {any} */ job) => [
    job.job_id,
    job.state,
    job.quality_tier,
    job.created_at.slice(0, 19).replace('T', ' '),
    job.original_prompt.length > 40 ? `${job.original_prompt.slice(0, 39)}…` : job.original_prompt,
  ])
  console.log(table([['JOB', 'STATE', 'TIER', 'CREATED (UTC)', 'PROMPT'], ...rows]))
  if (page.next_cursor) console.log(`\nmore: imagegen jobs list --cursor ${page.next_cursor}`)
}

/** @param {Flags} flags @param {Environment} env @param {string | undefined} id */
export const getJob = async (flags, env, id) => {
  onlyFlags(flags, 'jobs get', [])
  if (!id) throw new Failure(EXIT.usage, 'jobs get needs a job id: imagegen jobs list shows them')
  const job = await client(flags, env).call('GET', `/v2/jobs/${encodeURIComponent(id)}`)
  if (flags.json) return console.log(JSON.stringify(job, null, 2))
  const shown = [
    'state',
    'error',
    'original_prompt',
    'asset_url',
    'preset_url',
    'bg_removed_url',
    'created_at',
    'completed_at',
    'deadline_at',
  ]
  const rows = shown.filter((name) => job[name] !== null).map((name) => [name, String(job[name])])
  if (job.webhook) rows.push(['webhook', `${job.webhook.state}, ${job.webhook.attempts} attempts: ${job.webhook.url}`])
  console.log(`${table(rows)}\n${details(job)}`)
}
