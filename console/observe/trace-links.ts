import type { Span } from './waterfall-rows.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const JOB_NAME = /(?:^|[._])job_id$/

/** Returns the IDs of image jobs in span attributes: `job_id`, or names that end in it such as `signet.job_id`. */
export const jobsOf = (spans: readonly Pick<Span, 'attributes'>[]): readonly string[] => {
  const ids = spans.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, value]) =>
      JOB_NAME.test(name) && typeof value === 'string' && UUID.test(value) ? [value] : [],
    ),
  )
  return [...new Set(ids)]
}

export const attributeText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns why a span failed, from its status message or its exception event. */
export const reasonOf = ({ status, attributes, events }: Pick<Span, 'status' | 'attributes' | 'events'>) => {
  if (status !== 'error') return undefined
  const exception = events.find(({ name }) => name === 'exception')?.attributes
  const reasons = [
    attributes['error.message'],
    attributes['exception.message'],
    attributes['otel.status_description'],
    exception?.['exception.message'],
    exception?.message,
  ]
  return reasons.find((text): text is string => typeof text === 'string' && text !== '')
}
