import { type Code, code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import { type Context, onAws, onCloudflare, type Part } from '../../design.ts'
import type { Schedule } from '../../intention/schedule.ts'
import { awsSchedule } from '../../parts/aws/schedule.ts'
import { cronOf, SWEEP_CRON } from '../../parts/cloudflare/wrangler.ts'
import { ownRecordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { retryPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { type TemplateInput, templates } from '../../templates/templates.ts'

/** Without a schedule in the intention, the job runs each hour. */
const HOURLY: Schedule = { periodMs: 3_600_000, offsetMs: 0, description: 'each hour' }

const scheduleOf = ({ figures }: Pick<Context, 'figures'>): Schedule => figures.schedule?.schedule ?? HOURLY

const jobInput = (context: Context): TemplateInput => {
  const { periodMs, offsetMs, description, at } = scheduleOf(context)
  const everyMinutes = periodMs / 60_000
  return {
    flags: { timed: at !== undefined, aws: onAws(context), cloudflare: onCloudflare(context) },
    values: {
      words: description as Code,
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

const contextFreePart: Part = {
  example: code`The report is an example: count, sum and maximum of a list {id, amount} from SOURCE_URL. Replace it with your own source and report in src/$kebab/.`,
  functions: [{ trigger: 'schedule', uses: ['records', 'upstream'], timeoutSeconds: 300, secrets: true }],
  secrets: [{ name: code`SOURCE_TOKEN`, description: code`Token of the source of $nouns, with read access only` }],
  settings: [
    {
      name: code`SOURCE_URL`,
      description: code`URL that lists the $nouns of a period`,
      value: code`https://source.example.com/v1/$kebabs`,
    },
  ],
  boundaries: [
    boundary('clock', code`Schedule to job`, {
      S: code`Only the platform's scheduler may start the function`,
      T: [
        threat(
          'two-runs',
          code`The scheduler`,
          code`starts a run while another one is active`,
          code`A period is reported twice or in part`,
          [3, 3],
          code`A conditional write takes a lease; the second run ends without work`,
        ),
      ],
      R: code`Every run and every period is logged, and reports contain their period`,
      I: code`The schedule carries no data`,
      D: [
        threat(
          'catch-up-flood',
          code`A long outage`,
          code`leaves more periods than one run can process`,
          code`Runs never finish`,
          [2, 3],
          code`A run processes at most 24 periods, one after the other`,
        ),
      ],
      E: [],
    }),
    boundary('source', code`Job to source`, {
      S: code`TLS verifies the host name of the source; redirects are refused`,
      T: [
        threat(
          'source-malformed',
          code`A new version of the source`,
          code`sends amounts as strings, or something other than a list`,
          code`Wrong numbers are reported`,
          [3, 4],
          code`Lists are validated strictly; the period remains due`,
        ),
      ],
      R: code`The URL of each request contains the period`,
      I: [
        withCardIds(
          ['stride-loose-logs'],
          threat(
            'token-leak',
            code`A reader of logs, or the target of a redirect`,
            code`obtains the token`,
            code`An attacker reads with the rights of this service`,
            [2, 4],
            code`The token is in no error and no log, and redirects are not followed`,
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
          code`Three attempts with growing delays; the next run catches up`,
        ),
      ],
      E: code`The token has read access only`,
    }),
  ],
  decisions: [
    {
      title: code`Due periods instead of single runs`,
      context: code`Schedulers run late, twice or not at all, and sources fail.`,
      drivers: [code`No period is missing or reported twice`, code`No manual repair after an outage`],
      options: [
        option(
          code`Store the end of the last completed period, and process due periods`,
          code`the job recovers from an outage by itself`,
          code`it needs one record`,
        ),
        option(
          code`Each run reports the last period`,
          code`there is no state`,
          code`a missed run loses a period, and a repeated run reports one twice`,
        ),
        option(
          code`A workflow engine`,
          code`it shows history and retries`,
          code`it is another system to operate for one job`,
        ),
      ],
      because: code`correctness no longer depends on the scheduler.`,
      good: [code`late, repeated and missed runs are tested`],
      bad: [code`after more than 24 missed periods, several runs are needed to catch up`],
      confirmation: code`test/report-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Reports`, code`The token of the source`],
  actors: [code`The scheduler`, code`The source`, code`Readers of reports`],
  flows: [code`Job to source: a period over HTTPS`, code`Job to table: reports`],
  constraints: [code`A run ends within five minutes`, code`A response of the source has at most 5 million characters`],
}

const service = (context: Context): Part => ({
  summary: code`Runs ${scheduleOf(context).description as Code}. It reports the $nouns of each completed period once, and catches up on missed periods.`,
  everyMinutes: scheduleOf(context).periodMs / 60_000,
  ...(scheduleOf(context).at !== undefined && { runsAt: scheduleOf(context).at }),
  render: () => [templates('scheduled-job', jobInput(context)), rivalWriteSupport()],
  interfaces: [
    {
      kind: 'event',
      input: code`The schedule, ${scheduleOf(context).description as Code}`,
      output: code`A report per period`,
      auth: code`The platform's scheduler`,
    },
  ],
  requirements: [
    {
      key: 'periods',
      text: code`The job runs ${scheduleOf(context).description as Code}; every period is reported once, including those of missed runs`,
      priority: 'P1',
      ...(context.figures.schedule !== undefined && { fulfills: [context.figures.schedule.quote] }),
    },
    { key: 'alone', text: code`Only one run is active at a time`, priority: 'P1' },
    {
      key: 'understood',
      text: code`Malformed data is not reported, and secrets are never logged`,
      priority: 'P1',
    },
  ],

  questions: context.figures.schedule?.isGuessed
    ? [
        code`At which hour does the job run? The intention does not say, so it runs ${scheduleOf(context).description as Code}`,
      ]
    : [],
})

export const scheduledJob: Pattern = {
  version: '1.2.0',
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
  parts: (context) => [retryPart, ownRecordsPart, service(context), contextFreePart],
}
