import * as z from 'zod'

/**
 * Selects the querents of a request. Without it, an API key is limited to its own; a session and a sibling act for
 * their tenant.
 */
export const namespaceHeaders = z.object({
  'x-querent-ids': z
    .string()
    .max(1_000)
    .optional()
    .describe(
      '1 to 10 ids of querents of the organization, separated by commas. Writes go to `querent.id` if it is among them, else to the first; reads see all of them. Without the header, the API key is the namespace: a new key has a new namespace.',
    )
    .meta({ examples: ['checkout', 'team-a,team-b'] }),
})

export const OUT_OF_SCOPE = {
  code: 'querent_out_of_scope',
  status: 403,
  description: '`querent.id` is not among the ids of X-Querent-Ids.',
} as const
