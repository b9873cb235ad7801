import { type Code, code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import { type Context, onAws, onCloudflare, type Part } from '../../design.ts'
import type { Schedule } from '../../intention/schedule.ts'
import { awsSchedule } from '../../parts/aws/schedule.ts'
import { cronOf, SWEEP_CRON } from '../../parts/cloudflare/wrangler.ts'
import { contestedRecords, ownRecordsPart } from '../../parts/records/part.ts'
import { retryPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { type TemplateInput, templates } from '../../templates/templates.ts'

/** Without a schedule in the intention, a job runs each hour. */
const HOURLY: Schedule = { periodMs: 3_600_000, offsetMs: 0, words: 'each hour' }

const scheduleOf = ({ figures }: Pick<Context, 'figures'>): Schedule => figures.schedule?.schedule ?? HOURLY

const jobInput = (context: Context): TemplateInput => {
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

const fixed: Part = {
  example: code`What it reports is an example: count, sum and largest of a list {id, amount} from SOURCE_URL. Put your source and your report in its place, in src/$kebab/.`,
  functions: [{ trigger: 'schedule', uses: ['records', 'upstream'], timeoutSeconds: 300, secrets: true }],
  secrets: [{ name: code`SOURCE_TOKEN`, means: code`Token for the source of $nouns, that may read alone` }],
  settings: [
    {
      name: code`SOURCE_URL`,
      means: code`Address that lists $nouns of a period`,
      value: code`https://source.example.com/v1/$kebabs`,
    },
  ],
  boundaries: [
    boundary('clock', code`Clock to job`, {
      S: code`Only the platform's scheduler may start the function`,
      T: [
        threat(
          'two-runs',
          code`The scheduler`,
          code`starts a run while another works`,
          code`Work is done twice, or half`,
          [3, 3],
          code`A lease by conditional write; the second run leaves`,
        ),
      ],
      R: code`Every run and every period leaves a line, and reports carry their period`,
      I: code`The clock carries no data`,
      D: [
        threat(
          'catch-up-flood',
          code`A long outage`,
          code`leaves more periods than one run can do`,
          code`No run ever ends`,
          [2, 3],
          code`A run does 24 periods at most, each finished before the next`,
        ),
      ],
      E: [],
    }),
    boundary('source', code`Job to source`, {
      S: code`The source is called over TLS by its name; redirects are refused`,
      T: [
        threat(
          'source-malformed',
          code`The source, in another version`,
          code`sends amounts that are texts, or no list`,
          code`Wrong figures are reported`,
          [3, 4],
          code`Lists are read strictly; the period stays due`,
        ),
      ],
      R: code`The period in the address says what was asked for`,
      I: [
        answering(
          ['stride-loose-logs'],
          threat(
            'token-leak',
            code`A reader of logs, or the target of a redirect of the source`,
            code`finds the token there`,
            code`An attacker reads with the rights of this service`,
            [2, 4],
            code`The token is in no error and no log, and follows no redirect`,
          ),
        ),
      ],
      D: [
        threat(
          'source-down',
          code`The source`,
          code`is down for hours`,
          code`Periods are missing`,
          [4, 3],
          code`Three attempts with growing pauses, then the next run catches up`,
        ),
      ],
      E: code`The token may read alone`,
    }),
  ],
  decisions: [
    {
      title: code`Periods that are due, rather than runs that happen`,
      context: code`Schedulers run late, twice or not at all, and sources are down.`,
      drivers: [code`No period is missing or doubled`, code`No manual repair after an outage`],
      options: [
        option(
          code`Remember until when all is done, work on what is due`,
          code`an outage heals itself`,
          code`one row must be kept`,
        ),
        option(
          code`Each run reports the last period`,
          code`there is no state`,
          code`a missed run is a hole, a doubled one a doubled report`,
        ),
        option(
          code`A workflow engine`,
          code`it shows history and retries`,
          code`it is a system more to run for one job`,
        ),
      ],
      because: code`correctness no longer depends on the scheduler.`,
      good: [code`late, doubled and missed runs are tested`],
      bad: [code`after a day's outage it takes two runs to catch up`],
      confirmation: code`test/report-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Reports`, code`The token of the source`],
  actors: [code`The scheduler`, code`The source`, code`Readers of reports`],
  flows: [code`Job to source: a period over HTTPS`, code`Job to table: reports`],
  constraints: [code`A run ends within five minutes`, code`A source's answer has at most 5 million characters`],
}

const service = (context: Context): Part => ({
  summary: code`Runs ${scheduleOf(context).words as Code}, reports $nouns of the period that has ended, once, and catches up with periods that were missed.`,
  everyMinutes: scheduleOf(context).periodMs / 60_000,
  ...(scheduleOf(context).at !== undefined && { runsAt: scheduleOf(context).at }),
  rendered: () => [templates('scheduled-job', jobInput(context)), contestedRecords()],
  interfaces: [
    {
      kind: 'event',
      input: code`The clock, ${scheduleOf(context).words as Code}`,
      output: code`A report a period`,
      auth: code`The platform's scheduler`,
    },
  ],
  requirements: [
    {
      key: 'periods',
      text: code`The job runs ${scheduleOf(context).words as Code}; every period is reported once, also those of missed runs`,
      priority: 'P1',
      ...(context.figures.schedule !== undefined && { keeps: [context.figures.schedule.said] }),
    },
    { key: 'alone', text: code`One run works at a time`, priority: 'P1' },
    {
      key: 'understood',
      text: code`What is not understood is not reported, and secrets are in no log`,
      priority: 'P1',
    },
  ],

  questions: context.figures.schedule?.isGuessed
    ? [code`At which hour? The intention names none, so it runs ${scheduleOf(context).words as Code}`]
    : [],
})

export const scheduledJob: Pattern = {
  version: '1.1.0',
  title: 'Scheduled job',
  traits: {
    trigger: 'schedule',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'sync',
    store: 'keyvalue',
    exposure: 'internal',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'batch',
  },
  parts: (context) => [retryPart, ownRecordsPart, service(context), fixed],
}
