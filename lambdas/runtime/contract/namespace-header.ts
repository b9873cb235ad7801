import * as z from 'zod'

/** Which querents a request is about. Without it, those of the key alone; a session and a sibling act for their tenant. */
export const namespaceHeaders = z.object({
  'x-querent-ids': z
    .string()
    .max(1_000)
    .optional()
    .describe(
      '1 to 10 ids of querents of the organization, parted by commas. What is written goes to `querent.id` if it is among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a new one.',
    )
    .meta({ examples: ['checkout', 'team-a,team-b'] }),
})

export const OUT_OF_SCOPE = {
  code: 'querent_out_of_scope',
  status: 403,
  description: '`querent.id` is not among the ids of X-Querent-Ids.',
} as const
