import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WatchedStack } from './watched-stack.ts'

/** A caller with a key, or an anonymous one with its own address. */
type Caller = { readonly key: string } | { readonly from: string }

/** An accepted job. */
export interface AcceptedJob {
  readonly id: string
  readonly caller: Caller
  /** `yes` if its deletion was answered with 204, `maybe` if there was no response. */
  deleted?: 'yes' | 'maybe'
}

export interface Tally {
  readonly jobs: AcceptedJob[]
  /** The number of operations of each kind. */
  readonly counts: Record<string, number>
  /** Descriptions of responses that no caller may receive, even while functions are killed. */
  readonly surprises: string[]
}

const LONG_PROMPT = 'a harbour in the morning with many small boats and people, '.repeat(20)
const PROMPTS = ['a lighthouse at dusk', 'mountains in the mist', 'a red fox in snow', LONG_PROMPT]
const WORKERS = [
  'images-paint',
  'images-encode',
  'images-settle',
  'images-dispatch',
  'images-sweep',
  'images-api',
  'images-assets',
]

const pickRandom = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T

const pickIfAny = <T>(from: readonly T[]): T | undefined => (from.length === 0 ? undefined : pickRandom(from))

const headersOf = (caller: Caller): Record<string, string> =>
  'key' in caller ? { authorization: `Bearer ${caller.key}` } : { 'x-forwarded-for': caller.from }

interface Answer {
  readonly status: number
  readonly body: { readonly job_id?: string; readonly state?: string; readonly asset_url?: string | null }
}

/** Sends a request. Returns undefined without a response: the function or the connection died. */
export const sendRequest = async (
  { images }: Pick<WatchedStack, 'images'>,
  caller: Caller,
  method: string,
  path: string,
  body?: object,
): Promise<Answer | undefined> => {
  try {
    const response = await fetch(path.startsWith('http') ? path : `${images}${path}`, {
      method,
      headers: { ...headersOf(caller), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(60_000),
    })
    const bytes = await response.arrayBuffer()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, body: isJson ? JSON.parse(Buffer.from(bytes).toString()) : {} }
  } catch {
    return undefined
  }
}

/** Responses that may occur while functions are killed: success, quotas, a dead function, too many requests. */
const EXPECTED = [200, 201, 202, 204, 304, 404, 409, 429, 502, 503]

/** Runs callers and a killer of functions until the signal fires. */
export const runLoad = async (
  stack: WatchedStack,
  tally: Tally,
  callers: number,
  signal: AbortSignal,
): Promise<void> => {
  const { jobs, counts, surprises } = tally
  const count = (word: string) => {
    counts[word] = (counts[word] ?? 0) + 1
  }
  const call = async (
    word: string,
    caller: Caller,
    request: readonly [method: string, path: string, body?: object],
    alsoExpected: () => readonly number[] = () => [],
  ) => {
    const answer = await sendRequest(stack, caller, ...request)
    count(word)
    if (answer && ![...EXPECTED, ...alsoExpected()].includes(answer.status)) {
      surprises.push(`${word}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
    }
    return answer
  }
  const generate = async (
    word: string,
    caller: Caller,
    body: object,
    alsoExpected?: () => readonly number[],
  ): Promise<AcceptedJob | undefined> => {
    const generateRequest = {
      prompt: pickRandom(PROMPTS),
      quality_tier: 'draft',
      idempotency_key: randomUUID(),
      ...body,
    }
    // Retries with the idempotency key after a lost response, like a client; it remains one job.
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await call(word, caller, ['POST', '/v2/generate', generateRequest], alsoExpected)
      if (answer?.body.job_id && (answer.status === 201 || answer.status === 202)) {
        const job = { id: answer.body.job_id, caller }
        jobs.push(job)
        return job
      }
      if (answer && answer.status !== 502 && answer.status !== 503) return undefined
    }
    return undefined
  }
  const account = (): Caller => ({ key: stack.keys[pickRandom(['free', 'pro', 'agency'])] ?? '' })
  const anonymousCaller = (): Caller => ({ from: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` })
  const actions: readonly (() => Promise<unknown>)[] = [
    () => generate('synchronous draft', account(), { sync: true }),
    () => generate('asynchronous draft', account(), { sync: false }),
    () => generate('anonymous draft', anonymousCaller(), { sync: true }),
    () =>
      generate('premium image with options', account(), {
        quality_tier: 'premium',
        output_preset: 'hero',
        background_removal: true,
        output_format: 'png',
        sync: false,
      }),
    async () => {
      const job = pickIfAny(jobs)
      if (!job) return
      const { id, caller } = job
      const source = `${stack.images}/v2/assets/${id}`
      const edit = { edge_model: 'sd-1.5-img2img', mode: 'img2img', input_asset_url: source, input_strength: 0.5 }
      const answer = await call('edit', caller, ['GET', `/v2/jobs/${id}`])
      // Another caller may delete the source before the worker reads it. The edit is then refused (422) and free.
      const alsoExpected = () => (job.deleted ? [422] : [])
      if (answer?.body.state === 'completed') await generate('edit', caller, { ...edit, sync: true }, alsoExpected)
    },
    async () => {
      const job = pickIfAny(jobs.slice(-20))
      if (!job || job.deleted) return
      job.deleted = 'maybe'
      const answer = await call('delete', job.caller, ['DELETE', `/v2/jobs/${job.id}`])
      if (answer?.status === 204) job.deleted = 'yes'
    },
    async () => {
      const job = pickIfAny(jobs)
      if (job)
        await call('image', job.caller, ['GET', `/v2/assets/${job.id}?preset=${pickRandom(['thumbnail', 'hero'])}`])
    },
    () => call('list', account(), ['GET', '/v2/jobs?limit=50']),
    () => call('models', anonymousCaller(), ['GET', '/v2/models']),
  ]
  const killFunctions = async () => {
    while (!signal.aborted) {
      await sleep(randomInt(500, 4_000))
      const name = pickRandom(WORKERS)
      const [path, body] =
        randomInt(2) === 0
          ? [`functions/${name}/kill`, {}]
          : ['faults', { function: name, nth: 1, when: pickRandom(['before', 'after']) }]
      await fetch(`${stack.control}/_local/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      count('killed')
    }
  }
  const caller = async () => {
    while (!signal.aborted) await pickRandom(actions)()
  }
  await Promise.all([killFunctions(), ...Array.from({ length: callers }, caller)])
}
