import { offlinePainter } from '@signet/imaging/painter'
import type { ImageRequest } from '@signet/imaging/image-provider'

const request: ImageRequest = {
  prompt: 'a lighthouse at dusk',
  negativePrompt: undefined,
  modelId: 'sdxl-lightning',
  vendorId: null,
  width: 512,
  height: 512,
  aspectRatio: '1:1',
  imageSize: undefined,
  seed: 7,
  source: undefined,
  mask: undefined,
  strength: undefined,
  onBehalfOf: 'example',
}
const { bytes, contentType } = await offlinePainter.paint(request, AbortSignal.timeout(10_000))
console.log(contentType, bytes.length) // the same bytes for the same request

export {}
