import { open, rm, stat, writeFile } from 'node:fs/promises'
import { EXIT, Failure } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import type { Service } from '../command-line/service.ts'
import { details, type ImagesCall, imageService, type Job, jobFrom } from './client.ts'
import { progressLine } from './progress-line.ts'
import { table } from './text-table.ts'

export const GENERATE_FLAGS = [
  'tier',
  'provider-a-model',
  'edge-model',
  'aspect-ratio',
  'seed',
  'output',
  'sync',
  'wait',
  'deadline',
  'webhook-url',
  'dry-run',
] as const

const POLL_MS = 400
const POLL_SECONDS_MAX = 600
/** Maximum seconds for which the service delays a response (RFC 7240, Prefer: wait). */
const SERVICE_WAIT_SECONDS_MAX = 25
const END_STATES = ['completed', 'failed', 'failed_encoding']

const formatOf = (file: string | undefined): string | undefined => {
  if (file === undefined) return undefined
  const [, ending] = /\.(png|webp|avif)$/i.exec(file) ?? []
  if (ending) return ending.toLowerCase()
  throw new Failure(EXIT.usage, `--output must end in .png, .webp or .avif (got ${file})`)
}

const wholeNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Failure(EXIT.usage, `--${name} must be a whole number, 0 or more (got ${text})`)
  return Number(text)
}

const requestOf = (flags: ImagesCall['flags'], prompt: string) => ({
  prompt,
  quality_tier: flags.tier,
  provider_a_model: flags['provider-a-model'],
  edge_model: flags['edge-model'],
  aspect_ratio: flags['aspect-ratio'],
  seed: wholeNumber('seed', flags.seed),
  output_format: formatOf(flags.output),
  deadline_seconds: wholeNumber('deadline', flags.deadline),
  webhook_url: flags['webhook-url'],
  ...(flags['dry-run'] && { dry_run: true }),
  ...(flags.wait === undefined && { sync: flags.sync === true }),
})

const preferenceFor = (seconds: number | undefined): Record<string, string> => {
  if (seconds === undefined) return {}
  if (seconds === 0) return { prefer: 'respond-async' }
  return { prefer: `wait=${Math.max(1, Math.min(SERVICE_WAIT_SECONDS_MAX, Math.ceil(seconds)))}` }
}

interface RunningJob {
  readonly service: Service
  readonly progress: ReturnType<typeof progressLine>
  readonly wait: number | undefined
  readonly started: number
}

const pollUntilDone = async ({ service, progress, wait, started }: RunningJob, accepted: Job): Promise<Job> => {
  const deadline = started + (wait ?? POLL_SECONDS_MAX) * 1000
  for (let job = accepted; ; ) {
    progress.show(job.state, accepted.job_id)
    const secondsLeft = (deadline - Date.now()) / 1000
    if (END_STATES.includes(job.state) || secondsLeft <= 0) return job
    const headers = wait === undefined ? {} : preferenceFor(secondsLeft)
    if (wait === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    job = await jobFrom(service.call<Job>('GET', `/v2/jobs/${accepted.job_id}`, undefined, headers))
  }
}

/** Checks that the file can be written before the job costs anything. Leaves the folder unchanged. */
const refuseUnwritable = async (file: string): Promise<void> => {
  const isNew = await stat(file).then(
    () => false,
    () => true,
  )
  try {
    const handle = await open(file, 'a')
    await handle.close()
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
  }
  if (isNew) await rm(file, { force: true })
}

const save = async (service: Service, job: Job, file: string): Promise<void> => {
  const image = await service.download(String(job.asset_url))
  await writeFile(file, image).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(EXIT.failed, `${file} cannot be written: ${error.code}; see ${job.asset_url}`)
  })
}

const pendingText = (job: Job): string => `Still ${job.state}. Check with: signet images jobs get ${job.job_id}`

const completedText = (job: Job, file: string | undefined): string => {
  const location = file ? `${file}  ${job.width}x${job.height}` : job.asset_url
  return `${location}\n${details(job)}`
}

const finish = async (call: ImagesCall, { service, wait }: RunningJob, job: Job): Promise<number> => {
  const { flags } = call
  if (!END_STATES.includes(job.state)) {
    if (wait === undefined) throw new Failure(EXIT.failed, pendingText(job))
    return printReply(call, job, () => pendingText(job))
  }
  if (job.state !== 'completed') {
    if (flags.json) printReply(call, job, () => '')
    throw new Failure(EXIT.failed, `${job.error} (${job.state}, ${job.error_code})`)
  }
  if (flags.output) await save(service, job, flags.output)
  return printReply(call, job, () => completedText(job, flags.output))
}

const start = async (runningJob: RunningJob, body: ReturnType<typeof requestOf>): Promise<Job> => {
  const { service, progress, wait } = runningJob
  try {
    if (body.sync || wait) progress.show('waiting', body.prompt.slice(0, 40))
    const accepted = await jobFrom(service.call<Job>('POST', '/v2/generate', body, preferenceFor(wait)))
    return await pollUntilDone(runningJob, accepted)
  } finally {
    progress.clear()
  }
}

interface Quote {
  readonly would_succeed: boolean
  readonly model_id: string
  readonly quality_tier: string
  readonly width: number
  readonly height: number
  readonly aspect_ratio: string
  readonly price: number
  readonly meter: string
  readonly balance: number | null
  readonly balance_after: number | null
  readonly split?: Readonly<Record<string, number>> | null
  readonly gates: Readonly<Record<string, string>>
}

const quoteTable = (quote: Quote): string => {
  const usedBuckets = Object.entries(quote.split ?? {}).filter(([, credits]) => credits > 0)
  const gates = Object.entries(quote.gates).map(([gate, verdict]) => [`gate: ${gate}`, String(verdict)])
  return table([
    ['would succeed', quote.would_succeed ? 'yes' : 'no'],
    ['model', quote.model_id],
    ['tier', quote.quality_tier],
    ['size', `${quote.width}x${quote.height} (${quote.aspect_ratio})`],
    ['price', `${quote.price} ${quote.meter}`],
    ['balance', quote.balance_after === null ? String(quote.balance) : `${quote.balance}, then ${quote.balance_after}`],
    ...usedBuckets.map(([part, credits]) => [`from ${part}`, String(credits)]),
    ...gates,
  ])
}

export const generate = async (call: ImagesCall): Promise<number> => {
  const { flags, words } = call
  const prompt = words.join(' ')
  if (!prompt) {
    throw new Failure(
      EXIT.usage,
      'generate requires a prompt, for example: signet images generate "a lighthouse at dusk"',
    )
  }
  const wait = wholeNumber('wait', flags.wait)
  const body = requestOf(flags, prompt)
  const service = imageService(call)
  if (flags['dry-run']) {
    const quote = await service.call<Quote>('POST', '/v2/generate', body)
    return printReply(call, quote, () => quoteTable(quote))
  }
  if (flags.output) await refuseUnwritable(flags.output)
  const runningJob: RunningJob = { service, progress: progressLine(), wait, started: Date.now() }
  return finish(call, runningJob, await start(runningJob, body))
}
