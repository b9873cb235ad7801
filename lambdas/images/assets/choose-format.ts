import type { OutputFormat } from '@signet/imaging/schemas/vocabulary'

/** Order of formats that a client likes equally: cheap to make and small first. */
const BY_COST: readonly OutputFormat[] = ['webp', 'avif', 'png']

/** RFC 9110 12.4.2. A range with an invalid weight is ignored. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

interface Preference {
  readonly range: string
  readonly weight: number
}

const preferenceOf = (element: string): Preference[] => {
  const [range = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase())
  const [first] = parameters
  if (first === undefined) return range === '' ? [] : [{ range, weight: 1 }]
  // A range with parameters of its own (image/webp;v=2) matches nothing that we serve.
  const weight = /^q=(.*)$/.exec(first)?.[1]
  return weight !== undefined && WEIGHT.test(weight) ? [{ range, weight: Number(weight) }] : []
}

/** The weight of each format, 0 to 1, by the most specific range that matches it. */
const weights = (accept: string | undefined): Readonly<Record<OutputFormat, number>> => {
  const preferences = (accept ?? '').split(',').flatMap(preferenceOf)
  const weightOf = (format: OutputFormat): number => {
    if (preferences.length === 0) return 1
    const ranges = [`image/${format}`, 'image/*', '*/*']
    const matching = ranges.map((range) => preferences.find((each) => each.range === range))
    return matching.find((each) => each !== undefined)?.weight ?? 0
  }
  return { png: weightOf('png'), webp: weightOf('webp'), avif: weightOf('avif') }
}

/** Whether the client accepts every format equally, so that it gets the asset's own format. */
export const isIndifferent = (accept: string | undefined): boolean => {
  const { png, webp, avif } = weights(accept)
  return png === webp && webp === avif
}

/**
 * The format that the client likes best (RFC 9110 12.5.1). The asset's own format wins a tie. It is also the answer if
 * the client accepts none: an image in another format helps more than a 406.
 */
export const chooseFormat = (accept: string | undefined, stored: OutputFormat): OutputFormat => {
  const weight = weights(accept)
  return BY_COST.reduce((best, format) => (weight[format] > weight[best] ? format : best), stored)
}
