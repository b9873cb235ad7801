import { open, rm, stat, writeFile } from 'node:fs/promises'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { onlyFlags, wholeNumber } from './command-line.mjs'
import { details } from './job-details.mjs'
import { progressLine } from './progress-line.mjs'
import { quoteTable } from './quote-table.mjs'

/** @typedef {import('./command-line.mjs').Flags} Flags */
/** @typedef {import('./client.mjs').Client} Client */

const FLAGS = [
  ...['tier', 'provider-a-model', 'edge-model', 'aspect-ratio', 'seed', 'output', 'sync'],
  ...['wait', 'deadline', 'webhook-url', 'dry-run'],
]
const POLL_MS = 400
const PATIENCE_SECONDS = 600
/** The service holds a request no longer (RFC 7240, Prefer: wait). */
const HELD_SECONDS = 25
const ENDED = ['completed', 'failed', 'failed_encoding']

/** @param {string | undefined} file */
const formatOf = (file) => {
  if (file === undefined) return undefined
  const [, ending] = /\.(png|webp|avif)$/i.exec(file) ?? []
  if (ending) return ending.toLowerCase()
  throw new Failure(EXIT.usage, `--output must end in .png, .webp or .avif (got ${file})`)
}

/** @param {Flags} flags @param {string} prompt */
const requestOf = (flags, prompt) => ({
  prompt,
  quality_tier: flags.tier,
  provider_a_model: flags['provider-a-model'],
  edge_model: flags['edge-model'],
  aspect_ratio: flags['aspect-ratio'],
  seed: wholeNumber('seed', flags.seed),
  output_format: formatOf(flags.output),
  deadline_seconds: wholeNumber('deadline', flags.deadline),
  webhook_url: flags['webhook-url'],
  ...(flags['dry-run'] ? { dry_run: true } : {}),
  ...(flags.wait === undefined ? { sync: flags.sync === true } : {}),
})

/** @param {number} seconds */
const waiting = (seconds) => ({ prefer: `wait=${Math.max(1, Math.min(HELD_SECONDS, Math.ceil(seconds)))}` })

/**
 * Polls until the job has ended or the time is up, and then the job as it stands.
 * @param {Client} api @param {any} job @param {ReturnType<typeof progressLine>} progress @param {number | undefined} wait
 * @param {number} started
 */
const follow = async (api, job, progress, wait, started) => {
  const until = started + (wait ?? PATIENCE_SECONDS) * 1000
  for (let now = job; ; ) {
    progress.show(now.state, job.job_id)
    const left = (until - Date.now()) / 1000
    if (ENDED.includes(now.state) || left <= 0) return now
    const held = wait === undefined ? {} : waiting(left)
    if (wait === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    now = await api.call('GET', `/v2/jobs/${job.job_id}`, undefined, held)
  }
}

/**
 * Finds out whether the file can be written before anything is paid for. Leaves the folder as it was.
 * @param {string} file
 */
const refuseUnwritable = async (file) => {
  const isNew = await stat(file).then(
    () => false,
    () => true,
  )
  try {
    const handle = await open(file, 'a')
    await handle.close()
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be written: ${/** @type {NodeJS.ErrnoException} */ (error).code}`)
  }
  if (isNew) await rm(file, { force: true })
}

/** @param {Client} api @param {any} job @param {string} file */
const save = async (api, job, file) => {
  const image = await api.download(job.asset_url)
  await writeFile(file, image).catch((error) => {
    throw new Failure(EXIT.failed, `${file} cannot be written: ${error.code}; see ${job.asset_url}`)
  })
}

/** @param {any} job @param {Flags} flags @param {boolean} isLeft whether nobody waits for it any more */
const show = (job, flags, isLeft) => {
  if (flags.json) return console.log(JSON.stringify(job, null, 2))
  if (isLeft) return console.log(`Still ${job.state}; see: imagegen jobs get ${job.job_id}`)
  console.log(flags.output ? `${flags.output}  ${job.width}x${job.height}` : job.asset_url)
  console.log(details(job))
}

/**
 * Makes an image and waits for it, or shows what it would cost.
 * @param {Flags} flags @param {import('./client.mjs').Environment} env @param {string[]} words
 */
export const generate = async (flags, env, words) => {
  onlyFlags(flags, 'generate', FLAGS)
  const prompt = words.join(' ')
  if (!prompt) throw new Failure(EXIT.usage, 'generate needs a prompt, e.g. imagegen generate "a lighthouse at dusk"')
  const wait = wholeNumber('wait', flags.wait)
  const body = requestOf(flags, prompt)
  const api = client(flags, env)
  if (flags['dry-run']) {
    const quote = await api.call('POST', '/v2/generate', body)
    return console.log(flags.json ? JSON.stringify(quote, null, 2) : quoteTable(quote))
  }
  if (typeof flags.output === 'string') await refuseUnwritable(flags.output)
  const progress = progressLine()
  const started = Date.now()
  if (flags.sync || wait) progress.show('waiting', prompt.slice(0, 40))
  const prefer = wait === undefined ? {} : wait === 0 ? { prefer: 'respond-async' } : waiting(wait)
  const accepted = await api.call('POST', '/v2/generate', body, prefer)
  const job = await follow(api, accepted, progress, wait, started)
  progress.clear()
  const isLeft = !ENDED.includes(job.state)
  if (isLeft && wait === undefined) {
    throw new Failure(EXIT.failed, `Still ${job.state}; see: imagegen jobs get ${job.job_id}`)
  }
  if (!isLeft && job.state !== 'completed') {
    if (flags.json) console.log(JSON.stringify(job, null, 2))
    throw new Failure(EXIT.failed, `${job.error} (${job.state}, ${job.error_code})`)
  }
  if (!isLeft && flags.output) await save(api, job, flags.output)
  show(job, flags, isLeft)
}
