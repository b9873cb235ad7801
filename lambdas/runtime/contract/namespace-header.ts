import * as z from 'zod'

const querentIds = (effect: string) =>
  z
    .string()
    .max(1_000)
    .optional()
    .describe(`1 to 10 comma-separated IDs of querents (projects or teams) of the organization. ${effect}`)
    .meta({ examples: ['checkout', 'team-a,team-b'] })

/**
 * Header that selects the querents of a request. Without it, a request uses the namespace of its API key; sessions and
 * sibling services use that of their tenant.
 */
export const namespaceHeaders = z.object({
  'x-querent-ids': querentIds(
    'Writes go to `querent.id`, which the header must list; without `querent.id`, to the first ID. Reads cover all listed IDs. Without this header, data is stored per API key; a new key starts empty.',
  ),
})

/** The same header, for requests whose body has no `querent`. */
export const storingHeaders = z.object({
  'x-querent-ids': querentIds(
    'New data is stored under the first ID. Reads cover all listed IDs. Without this header, data is stored per API key; a new key starts empty.',
  ),
})

/** The same header, for requests that only use stored data. */
export const lookupHeaders = z.object({
  'x-querent-ids': querentIds(
    'The request uses the stored data of all listed IDs. Without this header, it uses the data stored with the same API key.',
  ),
})

export const OUT_OF_SCOPE = {
  code: 'querent_out_of_scope',
  status: 403,
  description: '`querent.id` is not one of the IDs in `X-Querent-Ids`.',
} as const
