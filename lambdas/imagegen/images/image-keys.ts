import { derivedUuid } from '@signet/kernel'
import { PRESETS, type Preset } from '../contract/vocabulary.ts'

/** What GET /v2/assets/:id streams. */
export const imageKey = (assetId: string): string => `img/${assetId}/image`

/** A resized variant of an asset. */
export const presetKey = (assetId: string, preset: Preset): string => `img/${assetId}/preset-${preset}`

/** The provider's bytes, from which every variant can be made again. */
export const masterKey = (jobId: string): string => `img/${jobId}/master`

/** Asset id of a job's transparent PNG: derived, so that a deletion finds it although the record is gone. */
export const cutOutAssetId = (jobId: string): string => derivedUuid(jobId, 'background removed')

/** Sources and masks, at hand for a day after the job. The bucket collects them: it counts two whole days from upload. */
export const inputKey = (jobId: string, input: 'source' | 'mask'): string => `tmp/${jobId}/${input}`

const assetKeys = (assetId: string): string[] => [
  imageKey(assetId),
  ...PRESETS.map((preset) => presetKey(assetId, preset)),
]

/** What an encoding makes: everything that can be made again from the master. */
export const variantKeys = (jobId: string): string[] => [...assetKeys(jobId), ...assetKeys(cutOutAssetId(jobId))]

/** Everything of the picture. */
export const imageKeys = (jobId: string): string[] => [masterKey(jobId), ...variantKeys(jobId)]

/** Everything that a job stored or may still be storing: the keys follow from its id, so nothing is ever listed. */
export const allKeys = (jobId: string): string[] => [
  ...imageKeys(jobId),
  inputKey(jobId, 'source'),
  inputKey(jobId, 'mask'),
]
