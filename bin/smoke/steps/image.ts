import { type Answer, callApi, expectStatus } from '../http.ts'
import { SkippedStep, StepFailure, type StepReport } from '../report.ts'
import { callAndRecordRate, keyOf, pollUntil, registerCleanup, type SmokeRun, stepReport, urlAt } from '../run.ts'

const PROMPT = 'a lighthouse at dusk'
const FAILURE_HINT = 'see the log of images-settle: it names the cause'

interface ImageRequest {
  readonly created: Answer
  readonly url: string
  readonly key: string
  readonly stateOf: (job: Answer['body']) => string
  readonly assetOf: (job: Answer['body']) => string | null | undefined
}

const waitForImage = async (
  run: SmokeRun,
  { created, url, key, stateOf, assetOf }: ImageRequest,
): Promise<StepReport> => {
  registerCleanup(run, 'the image', url, { key })
  run.imageUrl = await pollUntil('The image was not drawn', async () => {
    const { body, requestId } = expectStatus('The image', await callApi(url, { key }), 200)
    if (stateOf(body).startsWith('failed')) throw new StepFailure('The image failed', FAILURE_HINT, requestId)
    return assetOf(body) ?? undefined
  })
  return stepReport('drawn', created)
}

const startAtPlatform = async (run: SmokeRun): Promise<ImageRequest> => {
  const key = keyOf(run)
  const url = urlAt(run, 'platform', '/api/images')
  const body = { prompt: PROMPT, quality_tier: 'draft' }
  const answer = await callAndRecordRate(run, `${url}/generate`, { method: 'POST', key, body })
  const created = expectStatus('A new image', answer, 201)
  return {
    created,
    key,
    url: `${url}/${created.body.id}`,
    stateOf: ({ status }) => String(status),
    assetOf: ({ image_url }) => image_url,
  }
}

const startAtImageService = async (run: SmokeRun, key: string): Promise<ImageRequest> => {
  const body = { prompt: PROMPT, quality_tier: 'draft', sync: false }
  const answer = await callAndRecordRate(run, urlAt(run, 'images', '/v2/generate'), { method: 'POST', key, body })
  const created = expectStatus('A new image', answer, 200, 201, 202)
  return {
    created,
    key,
    url: urlAt(run, 'images', `/v2/jobs/${created.body.job_id}`),
    stateOf: ({ state }) => String(state),
    assetOf: ({ asset_url }) => asset_url,
  }
}

/**
 * Draws one image of the cheapest tier: with the image service if a key for it is provided, otherwise with the
 * platform.
 */
export const image = async (run: SmokeRun): Promise<StepReport> => {
  const { imagesKey } = run.target
  return waitForImage(
    run,
    imagesKey === undefined ? await startAtPlatform(run) : await startAtImageService(run, imagesKey),
  )
}

/**
 * Converts an asset URL for an emulator, which returns https URLs below the API's stage but serves http below a
 * separate folder.
 */
const reachableUrl = ({ target }: SmokeRun, address: string): string => {
  const url = new URL(address)
  const base = URL.parse(target.urls.images ?? '')
  if (base?.host !== url.host) return address
  const folder = base.pathname === '/' ? '' : base.pathname
  const path = url.pathname.startsWith(`${folder}/`) ? url.pathname : `${folder}${url.pathname.replace('/live/', '/')}`
  return `${base.origin}${path}${url.search}`
}

export const asset = async (run: SmokeRun): Promise<StepReport> => {
  if (run.imageUrl === undefined) throw new SkippedStep('no image was drawn')
  const assetResponse = expectStatus('The asset', await callApi(reachableUrl(run, run.imageUrl)), 200)
  const type = assetResponse.headers.get('content-type') ?? ''
  if (!type.startsWith('image/') || assetResponse.bytes.length < 100)
    throw new StepFailure(
      `The asset is ${assetResponse.bytes.length} bytes of ${type}`,
      'see the log of images-assets',
      assetResponse.requestId,
    )
  return stepReport(`${assetResponse.bytes.length} bytes of ${type}`, assetResponse)
}
