import { type OutputFormat, PRESETS, type Preset } from '@signet/imaging/schemas/vocabulary'
import { QUALITY_LADDER, type QualityRung } from './quality-ladder.ts'

export const imageKey = (assetId: string): string => `img/${assetId}/image`

export const presetKey = (assetId: string, preset: Preset): string => `img/${assetId}/preset-${preset}`

export interface Rendition {
  readonly preset?: Preset | undefined
  readonly format: OutputFormat
  /** Absent for PNG, which is lossless. */
  readonly quality?: QualityRung | undefined
}

export const renditionKey = (assetId: string, { preset, format, quality }: Rendition): string => {
  const size = preset ? presetKey(assetId, preset) : imageKey(assetId)
  return `${size}.${quality === undefined ? '' : `q${quality}.`}${format}`
}

/** The provider's bytes; every variant can be encoded from them again. */
export const masterKey = (jobId: string): string => `img/${jobId}/master`

/** The reduced picture of an asset: the source of its thumbnails. */
export const reducedKey = (assetId: string): string => `img/${assetId}/reduced`

const withVersion = (uuid: string, version: '7' | '8'): string => `${uuid.slice(0, 14)}${version}${uuid.slice(15)}`

/**
 * Asset id of a job's transparent PNG: the job's id (a version 7 UUID) as a version 8 UUID, the version for
 * application-defined values (RFC 9562 5.8). Each id can be computed from the other, so a deletion finds the image even
 * after the row was deleted.
 */
export const cutOutAssetId = (jobId: string): string => withVersion(jobId, '8')

export const jobOfAsset = (assetId: string): { readonly jobId: string; readonly isCutOut: boolean } =>
  assetId[14] === '8' ? { jobId: withVersion(assetId, '7'), isCutOut: true } : { jobId: assetId, isCutOut: false }

/**
 * Sources and masks. The sweeper removes them a day after the job has ended. As a safety net, a lifecycle rule of the
 * bucket deletes them two full days after upload.
 */
export const inputKey = (jobId: string, input: 'source' | 'mask'): string => `tmp/${jobId}/${input}`

export const inputKeys = (jobId: string): string[] => [inputKey(jobId, 'source'), inputKey(jobId, 'mask')]

/** The long texts of a job. Callers reach them only through its row. */
export const textsKey = (jobId: string): string => `txt/${jobId}/texts`

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
 * Keys in the order of removal, group after group. The image comes first, because renditions are stored only while it
 * exists: a concurrent request that stores a rendition afterwards finds no image and removes its rendition.
 */
export type RemovalOrder = readonly (readonly string[])[]

/** The output of an encoding and all its renditions: everything that can be encoded again from the master. */
export const variantKeys = (jobId: string): RemovalOrder => {
  const assetIds = [jobId, cutOutAssetId(jobId)]
  return [assetIds.map(imageKey), assetIds.flatMap(derivedKeys)]
}

export const imageKeys = (jobId: string): RemovalOrder => {
  const [images = [], variants = []] = variantKeys(jobId)
  return [[...images, masterKey(jobId)], variants]
}

/** Every object that a job may have stored or may still store. The keys follow from its id, so no listing is needed. */
export const allKeys = (jobId: string): RemovalOrder => {
  const [images = [], variants = []] = imageKeys(jobId)
  return [images, [...variants, ...inputKeys(jobId), textsKey(jobId)]]
}
