import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const Change = z.object({ at: z.string(), by: z.string(), status: z.string(), note: z.string().optional() })

export const findingRow = rowKind({
  name: 'Security findings',
  prefix: 'FINDING#',
  keys: { pk: '<org>', sk: 'FINDING#<id>' },
  owner: 'organization',
  exported: { file: 'findings' },
  keep: 'permanent',
  schema: z.object({
    id: z.string(),
    namespaceId: z.string().describe('Namespace within the organization'),
    title: z.string().optional(),
    rule: z.string().optional(),
    path: z.string().optional(),
    description: z.string(),
    severity: z.string(),
    owner: z.string().optional(),
    status: z.string(),
    due: z.string().optional(),
    receipt: z.string().optional(),
    compensatingControl: z.object({ gap: z.string(), mitigation: z.string(), owner: z.string() }).optional(),
    history: z.array(Change).describe('Changes to the finding, oldest first'),
    version: z.int().describe('Increases with each change'),
    createdAt: z.string(),
  }),
})

export const findingRows = [findingRow]
