import { type OutputFormat, PRESETS, type Preset } from '../contract/vocabulary.ts'
import { QUALITY_LADDER, type QualityRung } from './quality-ladder.ts'

/** What GET /v2/assets/:id streams. */
export const imageKey = (assetId: string): string => `img/${assetId}/image`

/** A resized variant of an asset, in the asset's own format. */
export const presetKey = (assetId: string, preset: Preset): string => `img/${assetId}/preset-${preset}`

/** An asset in another format or quality than it was ordered in, in full or as a preset. */
export interface Rendition {
  readonly preset?: Preset | undefined
  readonly format: OutputFormat
  /** Absent for PNG, which is lossless. */
  readonly quality?: QualityRung | undefined
}

/** Where a rendition is kept once it has been made. */
export const renditionKey = (assetId: string, { preset, format, quality }: Rendition): string => {
  const size = preset ? presetKey(assetId, preset) : imageKey(assetId)
  return `${size}.${quality === undefined ? '' : `q${quality}.`}${format}`
}

/** The provider's bytes, from which every variant can be made again. */
export const masterKey = (jobId: string): string => `img/${jobId}/master`

/** The asset's picture, small: what its thumbnails are made from. */
export const reducedKey = (assetId: string): string => `img/${assetId}/reduced`

const withVersion = (uuid: string, version: '7' | '8'): string => `${uuid.slice(0, 14)}${version}${uuid.slice(15)}`

/**
 * Asset id of a job's transparent PNG: the job's id (a UUID of version 7) as a UUID of version 8, which is free for such
 * uses (RFC 9562 5.8). Each id tells the other, so a deletion finds the image although the record is gone.
 */
export const cutOutAssetId = (jobId: string): string => withVersion(jobId, '8')

/** The job whose asset this is, and whether it is the transparent PNG. */
export const jobOfAsset = (assetId: string): { readonly jobId: string; readonly isCutOut: boolean } =>
  assetId[14] === '8' ? { jobId: withVersion(assetId, '7'), isCutOut: true } : { jobId: assetId, isCutOut: false }

/**
 * Sources and masks, at hand for a day after the job has ended, when the sweeper removes them. The bucket's own rule is
 * the net below: it counts two whole days from upload.
 */
export const inputKey = (jobId: string, input: 'source' | 'mask'): string => `tmp/${jobId}/${input}`

/** Both transient inputs of a job, whether it has them or not. */
export const inputKeys = (jobId: string): string[] => [inputKey(jobId, 'source'), inputKey(jobId, 'mask')]

/** The long texts of a job, which no caller reaches but through its row. */
export const textsKey = (jobId: string): string => `txt/${jobId}/texts`

/** Every rendition that there can be of an asset. */
const RENDITIONS: readonly Rendition[] = [undefined, ...PRESETS].flatMap((preset) => [
  { preset, format: 'png' as const },
  ...QUALITY_LADDER.flatMap((quality) => [
    { preset, format: 'webp' as const, quality },
    { preset, format: 'avif' as const, quality },
  ]),
])

const derivedKeys = (assetId: string): string[] => [
  reducedKey(assetId),
  ...PRESETS.map((preset) => presetKey(assetId, preset)),
  ...RENDITIONS.map((rendition) => renditionKey(assetId, rendition)),
]

/**
 * Keys in the order of their removal, group after group. What is made on request is kept only while its image is there,
 * so the image goes first: whoever stores a variant after that looks for the image and takes the variant back.
 */
export type RemovalOrder = readonly (readonly string[])[]

/** What an encoding makes and what is made of that: everything that can be made again from the master. */
export const variantKeys = (jobId: string): RemovalOrder => {
  const assetIds = [jobId, cutOutAssetId(jobId)]
  return [assetIds.map(imageKey), assetIds.flatMap(derivedKeys)]
}

/** Everything of the picture. */
export const imageKeys = (jobId: string): RemovalOrder => {
  const [images = [], variants = []] = variantKeys(jobId)
  return [[...images, masterKey(jobId)], variants]
}

/** Everything that a job stored or may still be storing: the keys follow from its id, so nothing is ever listed. */
export const allKeys = (jobId: string): RemovalOrder => {
  const [images = [], variants = []] = imageKeys(jobId)
  return [images, [...variants, ...inputKeys(jobId), textsKey(jobId)]]
}
