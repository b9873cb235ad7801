import { kindLabel } from '@signet/receipts/kind-labels'
import { flags } from '../api/flags.ts'
import { flowsQuery } from '../api/flows.ts'
import { images } from '../api/images.ts'
import { receipts } from '../api/receipts.ts'
import { shortHash } from '../receipts/receipt-words.ts'

export interface Destination {
  readonly label: string
  readonly kind: string
  readonly value: string
}

export const flagDestinations = async (signal: AbortSignal): Promise<readonly Destination[]> => {
  const list = await flags.listFlags({ environment: 'production', limit: 100 }, { signal })
  return list.flags.map(({ key }) => ({ label: key, kind: 'Flag', value: `/flags/${key}` }))
}

export const imageDestinations = async (signal: AbortSignal): Promise<readonly Destination[]> => {
  const { jobs } = await images.list({ limit: 50 }, { signal })
  return jobs.map(({ job_id, original_prompt }) => ({
    label: original_prompt,
    kind: 'Image',
    value: `/images/${job_id}`,
  }))
}

/** Receipts of runtime records name an organization ID, which is not useful as a label. */
const isId = (ref: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(ref)

export const receiptDestinations = async (signal: AbortSignal): Promise<readonly Destination[]> => {
  const { receipts: items } = await receipts.listReceipts({ limit: 50 }, { signal })
  return items.map(({ hash, kind, ref }) => ({
    label: [kindLabel(kind), ref === null || isId(ref) ? null : ref, shortHash(hash)].filter(Boolean).join(' · '),
    kind: 'Receipt',
    value: `/receipts/${hash}`,
  }))
}

export const flowDestinations = async (organization: string, signal: AbortSignal): Promise<readonly Destination[]> => {
  const flows = await flowsQuery(organization).queryFn({ signal })
  return flows.map(({ id, intention }) => ({ label: intention, kind: 'Flow', value: `/flows/${id}` }))
}
