import * as z from 'zod'

/**
 * Header that selects the querents of a request. Without it, a request uses the namespace of its API key; sessions and
 * sibling services use that of their tenant.
 */
export const namespaceHeaders = z.object({
  'x-querent-ids': z
    .string()
    .max(1_000)
    .optional()
    .describe(
      '1 to 10 comma-separated IDs of querents (projects or teams) of the organization. Writes go to `querent.id` if the header lists it, otherwise to the first ID. Reads cover all listed IDs. Without this header, data is stored per API key; a new key starts empty.',
    )
    .meta({ examples: ['checkout', 'team-a,team-b'] }),
})

export const OUT_OF_SCOPE = {
  code: 'querent_out_of_scope',
  status: 403,
  description: '`querent.id` is not one of the IDs in `X-Querent-Ids`.',
} as const
