import { dayOf, relativeTime } from './time-words.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/**
 * A time of the service, as a distance from `now`, which is the service's time as well; the exact one is its title. `isDay`
 * shows the day itself, for what lies weeks ahead.
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
