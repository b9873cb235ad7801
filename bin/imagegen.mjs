#!/usr/bin/env node
// The command-line client of the image service (spec image-service 4.10). One file, no dependencies, Node 18.3 or later:
// copy it anywhere. Standard output carries results, standard error progress and errors.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

const DEFAULT_URL = 'http://127.0.0.1:4001'
const POLL_MS = 400
const WAIT_MS = 10 * 60_000
const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 }

const HELP = `imagegen - the image generation service on the command line
  imagegen generate <prompt> [flags]   make an image and wait for it
  imagegen models                      what can be chosen, as a table
  imagegen jobs list                   your jobs, newest first
  imagegen jobs get <id>               one job
generate
  --tier TIER              draft, standard, premium, ultra, ultra_plus (default standard)
  --provider-a-model ID    provider-a override
  --edge-model ID          edge override, see: imagegen models
  --aspect-ratio RATIO     1:1, 3:2, 2:3, 4:3, 3:4, 16:9, 9:16, 21:9, 4:5, 5:4 (default 1:1)
  --seed N                 the same seed makes the same image; edge tiers only
  --output FILE            save the image there; .png, .webp and .avif decide the format
  --sync                   wait in the request itself instead of polling
everywhere
  --key KEY                API key (default: environment variable IMAGEGEN_API_KEY)
  --url URL                address of the service (default: IMAGEGEN_URL, else ${DEFAULT_URL})
  --json                   the service's own JSON, for machines
  --help                   this text
exit codes: 0 done, 1 the image could not be made, 2 wrong usage, 3 refused by the service, 4 not reachable`

class Failure extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

const OPTIONS = /** @type {const} */ ({
  tier: { type: 'string' },
  'provider-a-model': { type: 'string' },
  'edge-model': { type: 'string' },
  'aspect-ratio': { type: 'string' },
  seed: { type: 'string' },
  output: { type: 'string' },
  sync: { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
  cursor: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
})

const GENERATE_FLAGS = ['tier', 'provider-a-model', 'edge-model', 'aspect-ratio', 'seed', 'output', 'sync']
const COMMON_FLAGS = ['key', 'url', 'json', 'help']

/** @param {string[]} argv */
const readCommand = (argv) => {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new Failure(EXIT.usage, `${/** @type {Error} */ (error).message.split('. ')[0]}. See imagegen --help`)
  }
}

/** @typedef {ReturnType<typeof readCommand>['values']} Flags */

/** Refuses flags that the command does not know, instead of dropping them. @param {Flags} flags @param {string} command @param {string[]} known */
const onlyFlags = (flags, command, known) => {
  const odd = Object.keys(flags).find((name) => !known.includes(name) && !COMMON_FLAGS.includes(name))
  if (odd) throw new Failure(EXIT.usage, `--${odd} is not a flag of ${command}. See imagegen --help`)
}

/** @param {string} name @param {string | undefined} text */
const wholeNumber = (name, text) => {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Failure(EXIT.usage, `--${name} must be a whole number, 0 or more (got ${text})`)
  return Number(text)
}

/** @param {Flags} flags */
const client = (flags) => {
  const base = (flags.url ?? process.env.IMAGEGEN_URL ?? DEFAULT_URL).replace(/\/+$/, '')
  const key = flags.key ?? process.env.IMAGEGEN_API_KEY
  const auth = key ? { authorization: `Bearer ${key}` } : {}
  /** @param {string} url @param {RequestInit} [init] */
  const send = async (url, init = {}) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      const reason = /** @type {any} */ (error).cause?.code ?? /** @type {Error} */ (error).message
      throw new Failure(EXIT.unreachable, `${base} cannot be reached (${reason}). Is it running? npm start, or --url`)
    }
  }
  return {
    /** @param {string} method @param {string} path @param {object} [body] */
    async call(method, path, body) {
      const headers = { ...auth, ...(body ? { 'content-type': 'application/json' } : {}) }
      const response = await send(`${base}${path}`, { method, headers, body: body && JSON.stringify(body) })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      throw new Failure(EXIT.refused, refusal(response.status, text))
    },
    /** @param {string} url */
    async download(url) {
      const response = await send(url)
      if (!response.ok) throw new Failure(EXIT.refused, refusal(response.status, await response.text()))
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}

/** The service's own words, every broken rule on a line of its own. @param {number} status @param {string} text */
const refusal = (status, text) => {
  try {
    const { error, code, errors = [], upgrade } = JSON.parse(text)
    const rules = errors
      .slice(1)
      .map((/** @type {any} */ rule) => `\n  ${rule.field} ${rule.message}`)
      .join('')
    return `${error} (${status} ${code})${rules}${upgrade ? `\n  upgrade: ${upgrade}` : ''}`
  } catch {
    return `The service answered ${status} with something that is not JSON: is --url right?`
  }
}

/** One line on a terminal that is rewritten, one line a change elsewhere. */
const progressLine = () => {
  const isTerminal = process.stderr.isTTY
  const started = Date.now()
  const marks = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
  let last = ''
  let turn = 0
  return {
    /** @param {string} state @param {string} id */
    show(state, id) {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      if (isTerminal) process.stderr.write(`\r\u001b[K${marks[turn++ % marks.length]} ${state}  ${seconds} s  ${id}`)
      else if (state !== last) process.stderr.write(`${state} ${seconds} s ${id}\n`)
      last = state
    },
    clear: () => isTerminal && process.stderr.write('\r\u001b[K'),
  }
}

const ENDED = ['completed', 'failed', 'failed_encoding']

/** @param {string | undefined} file */
const formatOf = (file) => {
  if (file === undefined) return undefined
  const [, ending] = /\.(png|webp|avif)$/i.exec(file) ?? []
  if (ending) return ending.toLowerCase()
  throw new Failure(EXIT.usage, `--output must end in .png, .webp or .avif (got ${file})`)
}

/** Polls until the job has ended. @param {ReturnType<typeof client>} api @param {any} job @param {ReturnType<typeof progressLine>} progress */
const follow = async (api, job, progress) => {
  const until = Date.now() + WAIT_MS
  for (let now = job; ; now = await api.call('GET', `/v2/jobs/${job.job_id}`)) {
    progress.show(now.state, job.job_id)
    if (ENDED.includes(now.state)) return now
    if (Date.now() > until) throw new Failure(EXIT.failed, `Still ${now.state}; see: imagegen jobs get ${job.job_id}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** @param {Flags} flags @param {string[]} words */
const generate = async (flags, words) => {
  onlyFlags(flags, 'generate', GENERATE_FLAGS)
  const prompt = words.join(' ')
  if (!prompt) throw new Failure(EXIT.usage, 'generate needs a prompt, e.g. imagegen generate "a lighthouse at dusk"')
  const body = {
    prompt,
    quality_tier: flags.tier,
    provider_a_model: flags['provider-a-model'],
    edge_model: flags['edge-model'],
    aspect_ratio: flags['aspect-ratio'],
    seed: wholeNumber('seed', flags.seed),
    output_format: formatOf(flags.output),
    sync: flags.sync === true,
  }
  const api = client(flags)
  const progress = progressLine()
  if (flags.sync) progress.show('waiting', prompt.slice(0, 40))
  const job = await api.call('POST', '/v2/generate', body).then((accepted) => follow(api, accepted, progress))
  progress.clear()
  if (job.state !== 'completed') {
    if (flags.json) console.log(JSON.stringify(job, null, 2))
    throw new Failure(EXIT.failed, `${job.error} (${job.state}, ${job.error_code})`)
  }
  if (flags.output) {
    const image = await api.download(job.asset_url)
    await writeFile(flags.output, image).catch((error) => {
      throw new Failure(EXIT.failed, `${flags.output} cannot be written: ${error.code}; see ${job.asset_url}`)
    })
  }
  if (flags.json) return console.log(JSON.stringify(job, null, 2))
  console.log(flags.output ? `${flags.output}  ${job.width}x${job.height}` : job.asset_url)
  console.log(details(job))
}

/** @param {any} job */
const details = (job) => {
  const seed = job.seed_used === null ? '' : `  seed ${job.seed_used}`
  return `job ${job.job_id}  ${job.quality_tier}  ${job.model_id}${seed}\npainter ${job.enhancement_logic?.painter}`
}

/** @param {string[][]} rows */
const table = (rows) => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Tier defaults and selectable overrides; what is unavailable or locked is left out (spec 4.10). @param {Flags} flags */
const models = async (flags) => {
  onlyFlags(flags, 'models', [])
  const { models: all } = await client(flags).call('GET', '/v2/models')
  const usable = all.filter(
    (/** @type {any} */ model) => model.is_available && model.unlock_status?.type !== 'community_milestone',
  )
  if (flags.json) return console.log(JSON.stringify(usable, null, 2))
  if (usable.length === 0) return console.log('No model is available here: no provider is configured.')
  const rows = usable.map((/** @type {any} */ model) => [
    model.is_default
      ? `--tier ${model.quality_tier}`
      : `--${model.provider === 'provider-a' ? 'provider-a' : 'edge'}-model ${model.id}`,
    model.is_default ? model.id : '',
    model.credits_per_request === null ? 'by tier' : String(model.credits_per_request),
    model.latency_class,
    Object.keys(model.capabilities)
      .flatMap((name) => (model.capabilities[name] ? name : []))
      .join(' '),
  ])
  console.log(table([['CHOOSE WITH', 'DEFAULT MODEL', 'CREDITS', 'LATENCY', 'CAN'], ...rows]))
}

/** @param {Flags} flags */
const listJobs = async (flags) => {
  onlyFlags(flags, 'jobs list', ['cursor'])
  const query = flags.cursor ? `?${new URLSearchParams({ cursor: flags.cursor })}` : ''
  const page = await client(flags).call('GET', `/v2/jobs${query}`)
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

/** @param {Flags} flags @param {string | undefined} id */
const getJob = async (flags, id) => {
  onlyFlags(flags, 'jobs get', [])
  if (!id) throw new Failure(EXIT.usage, 'jobs get needs a job id: imagegen jobs list shows them')
  const job = await client(flags).call('GET', `/v2/jobs/${encodeURIComponent(id)}`)
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
  ]
  const rows = shown.filter((name) => job[name] !== null).map((name) => [name, String(job[name])])
  console.log(`${table(rows)}\n${details(job)}`)
}

const main = async () => {
  const { values: flags, positionals } = readCommand(process.argv.slice(2))
  const [command, ...rest] = positionals
  if (flags.help) return console.log(HELP)
  if (command === undefined) throw new Failure(EXIT.usage, `what shall it do?\n${HELP}`)
  if (command === 'generate') return generate(flags, rest)
  if (command === 'models') return models(flags)
  if (command === 'jobs' && rest[0] === 'list') return listJobs(flags)
  if (command === 'jobs' && rest[0] === 'get') return getJob(flags, rest[1])
  throw new Failure(EXIT.usage, `There is no command ${positionals.join(' ')}. See imagegen --help`)
}

main().catch((error) => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  console.error(`imagegen: ${error instanceof Failure ? error.message : error}`)
  process.exitCode = error instanceof Failure ? error.code : EXIT.failed
})
