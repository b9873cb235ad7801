import type { OutputFormat, Preset } from '@signet/imaging/schemas/vocabulary'
import type { ObjectFacts } from '../images/image-bucket.ts'
import { imageKey, presetKey, type Rendition, renditionKey } from '../images/image-keys.ts'
import { DEFAULT_QUALITY, nearestRung } from '../images/quality-ladder.ts'
import { chooseFormat, isIndifferent } from './choose-format.ts'

export interface Wish {
  readonly preset?: Preset | undefined
  readonly format?: OutputFormat | undefined
  /** 1 to 100. */
  readonly quality?: number | undefined
  readonly accept?: string | undefined
}

export interface Choice extends Rendition {
  readonly key: string
}

export const ownKey = (assetId: string, preset: Preset | undefined): string =>
  preset ? presetKey(assetId, preset) : imageKey(assetId)

/** Whether the answer is in the asset's own format and quality, so that its key is known without reading the asset. */
export const isOwnWanted = ({ format, quality, accept }: Wish): boolean =>
  format === undefined && quality === undefined && isIndifferent(accept)

export const formatOf = ({ contentType = 'image/webp' }: Pick<ObjectFacts, 'contentType'>): OutputFormat =>
  contentType.slice('image/'.length) as OutputFormat

/** Chooses the rendition of an asset whose image is known. Files that the job stored itself are never made again. */
export const chooseRendition = (
  assetId: string,
  { preset, format: asked, quality, accept }: Wish,
  image: Pick<ObjectFacts, 'contentType' | 'quality'>,
): Choice => {
  const storedFormat = formatOf(image)
  const format = asked ?? chooseFormat(accept, storedFormat)
  const ownQuality = preset ? DEFAULT_QUALITY : (image.quality ?? DEFAULT_QUALITY)
  const rung = format === 'png' ? undefined : nearestRung(quality ?? ownQuality)
  const isOwn = format === storedFormat && (quality === undefined || rung === undefined || rung === ownQuality)
  const rendition = { preset, format, quality: rung }
  return { ...rendition, key: isOwn ? ownKey(assetId, preset) : renditionKey(assetId, rendition) }
}
