import type { Code } from '../../code.ts'
import type { Design } from '../../design.ts'

/** The schedule expression of EventBridge, in UTC. */
export const awsSchedule = ({ everyMinutes = 60, runsAt }: Pick<Design, 'everyMinutes' | 'runsAt'>): Code => {
  if (runsAt === undefined) return `rate(${everyMinutes} ${everyMinutes === 1 ? 'minute' : 'minutes'})` as Code
  const { hour, minute, days } = runsAt
  return `cron(${minute} ${hour} ${days === undefined ? '* * ?' : `? * ${days}`} *)` as Code
}
