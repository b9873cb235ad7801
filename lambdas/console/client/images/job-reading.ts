import { images } from '../api/images.ts'
import type { Job } from '../clients/imagegen.ts'
import { isUnderWay } from '../session/job-words.ts'

const POLL_MS = 1_000

/** A job, followed until it has ended. */
export const jobReading = (organisation: string, id: string) => ({
  queryKey: ['images', organisation, 'job', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => images.get({ id }, { signal }),
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Job | undefined } }) =>
    data === undefined || isUnderWay(data) ? POLL_MS : false,
})
