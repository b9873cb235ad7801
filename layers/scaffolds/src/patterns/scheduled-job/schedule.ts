import type { Code } from '../../code.ts'
import { type Context, onAws, onCloudflare } from '../../design.ts'
import type { Schedule } from '../../intention/schedule.ts'
import { awsSchedule } from '../../parts/aws/schedule.ts'
import { cronOf, SWEEP_CRON } from '../../parts/cloudflare/wrangler.ts'
import type { TemplateInput } from '../../templates/templates.ts'

/** Without a schedule in the intention, a job runs each hour. */
const HOURLY: Schedule = { periodMs: 3_600_000, offsetMs: 0, words: 'each hour' }

/** Returns when the job runs, in UTC: what the intention says. */
export const scheduleOf = ({ figures }: Pick<Context, 'figures'>): Schedule => figures.schedule?.schedule ?? HOURLY

export const jobInput = (context: Context): TemplateInput => {
  const { periodMs, offsetMs, words, at } = scheduleOf(context)
  const everyMinutes = periodMs / 60_000
  return {
    flags: { timed: at !== undefined, aws: onAws(context), cloudflare: onCloudflare(context) },
    values: {
      words: words as Code,
      periodMs,
      offsetMs,
      hour: at?.hour ?? 0,
      minute: at?.minute ?? 0,
      schedule: awsSchedule({ everyMinutes, runsAt: at }),
      cron: cronOf({ everyMinutes, runsAt: at }) as Code,
      sweepCron: SWEEP_CRON,
    },
  }
}
