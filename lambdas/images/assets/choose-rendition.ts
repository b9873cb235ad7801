import type { OutputFormat, Preset } from '@signet/imaging/schemas/vocabulary'
import type { ObjectFacts } from '../images/image-bucket.ts'
import { imageKey, presetKey, type Rendition, renditionKey } from '../images/image-keys.ts'
import { DEFAULT_QUALITY, nearestRung } from '../images/quality-ladder.ts'

/** Order of formats that a client accepts equally: cheap to encode and small first. */
const FORMATS_BY_COST: readonly OutputFormat[] = ['webp', 'avif', 'png']

/** A quality value (RFC 9110 12.4.2). A media range with an invalid value is ignored. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

const preferencesIn = (element: string) => {
  const [range = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase())
  const [weightParameter] = parameters
  if (weightParameter === undefined) return range === '' ? [] : [{ range, weight: 1 }]
  // A range with other parameters (image/webp;v=2) matches no served format.
  const weight = /^q=(.*)$/.exec(weightParameter)?.[1]
  return weight !== undefined && WEIGHT.test(weight) ? [{ range, weight: Number(weight) }] : []
}

/** Returns the weight of each format, 0 to 1, by the most specific range that matches it. */
const weights = (accept: string | undefined): Readonly<Record<OutputFormat, number>> => {
  const preferences = (accept ?? '').split(',').flatMap(preferencesIn)
  const weightOf = (format: OutputFormat): number => {
    if (preferences.length === 0) return 1
    const ranges = [`image/${format}`, 'image/*', '*/*']
    const matching = ranges.map((range) => preferences.find((each) => each.range === range))
    return matching.find((each) => each !== undefined)?.weight ?? 0
  }
  return { png: weightOf('png'), webp: weightOf('webp'), avif: weightOf('avif') }
}

/** Returns whether the client accepts every format equally, so that it gets the asset's stored format. */
export const acceptsFormatsEqually = (accept: string | undefined): boolean => {
  const { png, webp, avif } = weights(accept)
  return png === webp && webp === avif
}

/**
 * Chooses the format that the client prefers (RFC 9110 12.5.1). The stored format wins a tie. If the client accepts
 * none of the formats, the stored format is returned: an image is more useful than a 406.
 */
export const chooseFormat = (accept: string | undefined, stored: OutputFormat): OutputFormat => {
  const weight = weights(accept)
  return FORMATS_BY_COST.reduce((best, format) => (weight[format] > weight[best] ? format : best), stored)
}

export interface RenditionRequest {
  readonly preset?: Preset | undefined
  readonly format?: OutputFormat | undefined
  /** 1 to 100. */
  readonly quality?: number | undefined
  readonly accept?: string | undefined
}

export interface ChosenRendition extends Rendition {
  readonly key: string
}

export const storedKey = (assetId: string, preset: Preset | undefined): string =>
  preset ? presetKey(assetId, preset) : imageKey(assetId)

/**
 * Returns whether the response has the asset's stored format and quality, so that its key is known without reading the
 * asset.
 */
export const isStoredRendition = ({ format, quality, accept }: RenditionRequest): boolean =>
  format === undefined && quality === undefined && acceptsFormatsEqually(accept)

export const formatOf = ({ contentType = 'image/webp' }: Pick<ObjectFacts, 'contentType'>): OutputFormat =>
  contentType.slice('image/'.length) as OutputFormat

/** Chooses the rendition of an asset whose image is known. Files that the job stored are never encoded again. */
export const chooseRendition = (
  assetId: string,
  { preset, format: requestedFormat, quality, accept }: RenditionRequest,
  image: Pick<ObjectFacts, 'contentType' | 'quality'>,
): ChosenRendition => {
  const storedFormat = formatOf(image)
  const format = requestedFormat ?? chooseFormat(accept, storedFormat)
  const storedQuality = preset ? DEFAULT_QUALITY : (image.quality ?? DEFAULT_QUALITY)
  const rung = format === 'png' ? undefined : nearestRung(quality ?? storedQuality)
  const isStored = format === storedFormat && (quality === undefined || rung === undefined || rung === storedQuality)
  const rendition = { preset, format, quality: rung }
  return { ...rendition, key: isStored ? storedKey(assetId, preset) : renditionKey(assetId, rendition) }
}
