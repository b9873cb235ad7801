import { Refusal, type RequestContext } from '@signet/kernel'
import { type Ask, type CallOptions, passedOn } from '@signet/http-client/siblings'

type Images = Ask<{ readonly asks: readonly ['images'] }>['images']
type As = NonNullable<CallOptions['as']>

/** The state of a job, or a refusal that the endpoint must declare. */
export const stateOf = async (images: Images, id: string, as: As, { traceId, signal }: RequestContext) => {
  const job = await images.job.get({ params: { id }, as, traceId, signal })
  if (!(job instanceof Refusal)) return job.state
  return passedOn(job, ['not_found'], 'The image service failed; try again shortly')
}

export {}
