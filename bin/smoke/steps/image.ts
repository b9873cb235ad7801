import { type Answer, callApi, expectStatus } from '../http.ts'
import { SkippedStep, StepFailure, type StepReport } from '../report.ts'
import { callNotingRate, keyOf, pollUntil, registerCleanup, type SmokeRun, stepReport, urlAt } from '../run.ts'

const PROMPT = 'a lighthouse at dusk'
const WHY_FAILED = 'see the log of images-settle: it names the cause'

interface ImageRequest {
  readonly made: Answer
  readonly url: string
  readonly key: string
  readonly stateOf: (job: Answer['body']) => string
  readonly assetOf: (job: Answer['body']) => string | null | undefined
}

const awaited = async (run: SmokeRun, { made, url, key, stateOf, assetOf }: ImageRequest): Promise<StepReport> => {
  registerCleanup(run, 'the image', url, { key })
  run.imageUrl = await pollUntil('The image was not drawn', async () => {
    const { body, requestId } = expectStatus('The image', await callApi(url, { key }), 200)
    if (stateOf(body).startsWith('failed')) throw new StepFailure('The image failed', WHY_FAILED, requestId)
    return assetOf(body) ?? undefined
  })
  return stepReport('drawn', made)
}

const byPlatform = async (run: SmokeRun): Promise<ImageRequest> => {
  const key = keyOf(run)
  const url = urlAt(run, 'platform', '/api/images')
  const body = { prompt: PROMPT, quality_tier: 'draft' }
  const answer = await callNotingRate(run, `${url}/generate`, { method: 'POST', key, body })
  const made = expectStatus('A new image', answer, 201)
  return {
    made,
    key,
    url: `${url}/${made.body.id}`,
    stateOf: ({ status }) => String(status),
    assetOf: ({ image_url }) => image_url,
  }
}

const byService = async (run: SmokeRun, key: string): Promise<ImageRequest> => {
  const body = { prompt: PROMPT, quality_tier: 'draft', sync: false }
  const answer = await callNotingRate(run, urlAt(run, 'images', '/v2/generate'), { method: 'POST', key, body })
  const made = expectStatus('A new image', answer, 200, 201, 202)
  return {
    made,
    key,
    url: urlAt(run, 'images', `/v2/jobs/${made.body.job_id}`),
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
  return awaited(run, imagesKey === undefined ? await byPlatform(run) : await byService(run, imagesKey))
}

/**
 * Converts an asset URL for an emulator, which returns https URLs below the API's stage but serves http below a
 * separate folder.
 */
const reachable = ({ target }: SmokeRun, address: string): string => {
  const url = new URL(address)
  const base = URL.parse(target.urls.images ?? '')
  if (base?.host !== url.host) return address
  const folder = base.pathname === '/' ? '' : base.pathname
  const path = url.pathname.startsWith(`${folder}/`) ? url.pathname : `${folder}${url.pathname.replace('/live/', '/')}`
  return `${base.origin}${path}${url.search}`
}

export const asset = async (run: SmokeRun): Promise<StepReport> => {
  if (run.imageUrl === undefined) throw new SkippedStep('no image was drawn')
  const got = expectStatus('The asset', await callApi(reachable(run, run.imageUrl)), 200)
  const type = got.headers.get('content-type') ?? ''
  if (!type.startsWith('image/') || got.bytes.length < 100)
    throw new StepFailure(
      `The asset is ${got.bytes.length} bytes of ${type}`,
      'see the log of images-assets',
      got.requestId,
    )
  return stepReport(`${got.bytes.length} bytes of ${type}`, got)
}
