import { setTimeout as sleep } from 'node:timers/promises'
import { advanceClock } from '../console/control.ts'
import type { RunningSystem } from '../running-system.ts'

/** An image with its logged receipt. */
export interface IssuedImage {
  readonly hash: string
  /** The image as delivered. */
  readonly picture: Uint8Array
}

const RECEIPT_TRIES_MAX = 60
const LOG_LIMIT_MINUTES = 10

const callApi = async (url: string, key: string, body?: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
  if (!response.ok) throw new Error(`${url} returned ${response.status} ${await response.text()}`)
  return response
}

/** Waits for the receipt of a job and returns its hash. */
const waitForReceipt = async ({ urls, identities }: RunningSystem, job: string): Promise<string> => {
  for (let tries = 0; tries < RECEIPT_TRIES_MAX; tries++) {
    const response = await callApi(`${urls.images}/v2/jobs/${job}`, identities.pro.genKey)
    const { receipt } = (await response.json()) as { receipt?: string | null }
    if (receipt) return receipt
    await sleep(500)
  }
  throw new Error(`The job ${job} has no receipt after ${RECEIPT_TRIES_MAX / 2} s`)
}

/** Downloads a file of a receipt as its owner. */
export const downloadReceiptFile = async (
  { urls, identities }: RunningSystem,
  hash: string,
  fileName: string,
): Promise<Uint8Array | undefined> => {
  const headers = { authorization: `Bearer ${identities.pro.platKey}` }
  const response = await fetch(`${urls.platform}/api/receipts/${hash}/files/${fileName}`, { headers })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The file ${fileName} returned ${response.status} ${await response.text()}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** Advances the clock by minutes until the log contains the receipt. */
export const waitForLog = async (system: RunningSystem, hash: string): Promise<void> => {
  for (let minutes = 0; minutes < LOG_LIMIT_MINUTES; minutes++) {
    if (await downloadReceiptFile(system, hash, 'tlog-proof')) return
    await advanceClock(system, 1)
    await sleep(1_000)
  }
  throw new Error(`The log does not contain ${hash} after ${LOG_LIMIT_MINUTES} minutes`)
}

/** Generates an image, and waits for its receipt and the log. */
export const issueImage = async (system: RunningSystem): Promise<IssuedImage> => {
  const { urls, identities } = system
  const request = { prompt: 'a lighthouse at dusk', quality_tier: 'draft' }
  const response = await callApi(`${urls.images}/v2/generate`, identities.pro.genKey, request)
  const job = (await response.json()) as { job_id: string; asset_url: string }
  const hash = await waitForReceipt(system, job.job_id)
  await waitForLog(system, hash)
  const image = await fetch(job.asset_url)
  if (image.headers.get('x-receipt') !== hash) throw new Error('X-Receipt is not the receipt of the job')
  return { hash, picture: new Uint8Array(await image.arrayBuffer()) }
}

/** Withdraws a receipt and returns the hash of the public withdrawal receipt. */
export const withdrawReceipt = async ({ urls, identities }: RunningSystem, hash: string): Promise<string> => {
  const url = `${urls.platform}/api/receipts/${hash}/withdraw`
  const response = await callApi(url, identities.pro.platKey, { reason: 'Withdrawn by a test' })
  return ((await response.json()) as { hash: string }).hash
}
