import { flags } from '../api/flags.ts'
import { images } from '../api/images.ts'

/** Where the palette leads. */
export interface Destination {
  readonly label: string
  /** What kind of thing it is, in a word. */
  readonly kind: string
  readonly value: string
}

/** The flags of the organisation. */
export const flagDestinations = async (signal: AbortSignal): Promise<readonly Destination[]> => {
  const read = await flags.listFlags({ environment: 'production', limit: 100 }, { signal })
  return read.flags.map(({ key }) => ({ label: key, kind: 'Flag', value: `/flags/${key}` }))
}

/** Its newest images. */
export const imageDestinations = async (signal: AbortSignal): Promise<readonly Destination[]> => {
  const { jobs } = await images.list({ limit: 50 }, { signal })
  return jobs.map(({ job_id, original_prompt }) => ({
    label: original_prompt,
    kind: 'Image',
    value: `/images/${job_id}`,
  }))
}
