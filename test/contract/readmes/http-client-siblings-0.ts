import { Refusal, type RequestContext } from '@signet/kernel'
import { type SiblingCalls, type CallOptions, forwardRefusal } from '@signet/http-client/siblings'

type Images = SiblingCalls<{ readonly calls: readonly ['images'] }>['images']
type As = NonNullable<CallOptions['as']>

/** Returns the state of a job, or a refusal that the endpoint must declare. */
export const stateOf = async (images: Images, id: string, as: As, { traceId, signal }: RequestContext) => {
  const job = await images.job.get({ params: { id }, as, traceId, signal })
  if (!(job instanceof Refusal)) return job.state
  return forwardRefusal(job, ['not_found'], 'The image service failed; try again shortly')
}

export {}
