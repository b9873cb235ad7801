import { dayOf, relativeTime } from './time-words.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/**
 * A time relative to `now`, both by the service's clock; its title is the exact time. `isDay` shows the date, for times
 * that are weeks away.
 */
export const Time = ({
  at,
  now,
  isDay = false,
}: {
  readonly at: string
  readonly now: number
  readonly isDay?: boolean
}) => (
  <time datetime={at} title={exact.format(new Date(at))}>
    {isDay ? dayOf(at) : relativeTime(Date.parse(at), now)}
  </time>
)
