import { INTERVAL_MINUTES } from '../../lib/operations/schedules.ts'
import { servedApis } from '../../lib/services.ts'
import { costOfThousandImages } from './image-cost.ts'
import { receiptRows } from './receipt-cost.ts'
import { spendFigures } from './spend-page.ts'
import { idOf, methodsOf, type Synth } from './synth.ts'

const UNIT_PRICES = {
  secret: 0.4,
  key: 1,
  alarm: 0.1,
  composite: 0.5,
  metric: 0.3,
  message: 0.4e-6,
  trace: 5e-6,
} as const
/** Lambda polls an empty queue with five pollers, each of which waits 20 seconds for a message. */
const POLLS_A_MINUTE = 15
const METRICS_A_METHOD = 5
const MINUTES_A_MONTH = 43_800
/** Schedule expressions, their minutes between two runs and their words on the page. */
const SCHEDULE_RATES = [
  ['rate(1 minute)', INTERVAL_MINUTES.minute, 'every minute'],
  ['rate(15 minutes)', INTERVAL_MINUTES['15 minutes'], 'every 15 minutes'],
  ['rate(1 hour)', INTERVAL_MINUTES.hour, 'every hour'],
  ['rate(1 day)', INTERVAL_MINUTES.day, 'every day'],
] as const

const money = (amount: number): string => amount.toFixed(2)

/** A figure of a page: the pattern that finds it, and the text according to the templates. */
type Figure = readonly [where: RegExp, text: string]

const scheduleFigure = ({ of }: Synth): Figure => {
  const rates = of('AWS::Scheduler::Schedule').map(({ Properties }) => String(Properties.ScheduleExpression))
  const schedules = SCHEDULE_RATES.map(([rate, minutes, words]) => {
    const number = rates.filter((each) => each === rate).length
    return { number, words, runs: (number * MINUTES_A_MONTH) / minutes }
  })
  const unnamed = rates.filter((rate) => SCHEDULE_RATES.every(([each]) => each !== rate))
  if (unnamed.length > 0) throw new Error(`test/infra/aws-page.ts has no words for ${unnamed.join(', ')}`)
  const words = schedules.flatMap((each) => (each.number > 0 ? [`${each.number} ${each.words}`] : [])).join(', ')
  const runs = schedules.reduce((sum, each) => sum + each.runs, 0)
  return [/^\| Schedules \| [^:]*: [\d,]+ runs/m, `| Schedules | ${words}: ${Math.round(runs / 1000)},000 runs`]
}

const countFigures = ({ of }: Synth): Figure[] => {
  const secrets = of('AWS::SecretsManager::Secret').length
  const keys = of('AWS::KMS::Key').length
  const composites = of('AWS::CloudWatch::CompositeAlarm').length
  const queues = of('AWS::Lambda::EventSourceMapping').length
  // An alarm costs its price for each metric of its expression.
  const metricCounts = of('AWS::CloudWatch::Alarm').map(
    ({ Properties }) => Properties.Metrics?.filter((metric: object) => 'MetricStat' in metric).length ?? 1,
  )
  const alarms = metricCounts.reduce((sum: number, metrics: number) => sum + metrics, 0)
  const alarmCosts = money(alarms * UNIT_PRICES.alarm + composites * UNIT_PRICES.composite)
  const pollingCosts = money(queues * POLLS_A_MINUTE * MINUTES_A_MONTH * UNIT_PRICES.message)
  return [
    [/^\| Secrets \|.*\|$/m, `| Secrets | ${secrets} at 0.40 | ${money(secrets * UNIT_PRICES.secret)} |`],
    [/^\| Keys that sign \|.*\|$/m, `| Keys that sign | ${keys} at 1.00 | ${money(keys * UNIT_PRICES.key)} |`],
    [/^\| Alarms \|.*\|$/m, `| Alarms | ${alarms} at 0.10, ${composites} composite at 0.50 | ${alarmCosts} |`],
    [/^\| Queues \| \d+ (.*) \| [\d.]+ \|$/m, `| Queues | ${queues} $1 | ${pollingCosts} |`],
  ]
}

/** Runs of schedules that are traced on their own. */
const traceFigure = ({ of }: Synth): Figure => {
  const runs = of('AWS::Scheduler::Schedule').map(({ stack, Properties }) => {
    const fn = of('AWS::Lambda::Function').find(
      (each) => each.stack === stack && each.id === idOf(Properties.Target.Arn),
    )
    const [, minutes = 1] = SCHEDULE_RATES.find(([rate]) => rate === Properties.ScheduleExpression) ?? []
    return fn?.Properties.TracingConfig.Mode === 'Active' ? MINUTES_A_MONTH / minutes : 0
  })
  const tracedRuns = runs.reduce((sum, each) => sum + each, 0)
  return [/^\| Traces \| (.*) \| [\d.]+ \|$/m, `| Traces | $1 | ${money(tracedRuns * UNIT_PRICES.trace)} |`]
}

const imageFigure = (synth: Synth): Figure => {
  const { parts, sum } = costOfThousandImages(synth)
  return [
    /^\| Image of a provider that takes 10 s \|.*\|$/m,
    `| Image of a provider that takes 10 s | ${parts} | ${money(sum)} |`,
  ]
}

const receiptFigures = (synth: Synth): Figure[] =>
  receiptRows(synth).map((row) => {
    const kind = row.split('`')[1] ?? ''
    return [new RegExp(`^\\| \`${kind}\` \\| \\d.*\\|$`, 'm'), row]
  })

const apiFigures = (synth: Synth): Figure[] => {
  const stacks = servedApis().flatMap(({ key, url }) => (url === undefined ? [`signet-prod-${key}-api`] : []))
  const methods = stacks.flatMap((stack) => methodsOf(synth, stack))
  const anyMethods = methods.filter(({ method }) => method === 'ANY').length
  const dollars = Math.round(methods.length * METRICS_A_METHOD * UNIT_PRICES.metric)
  const resources = synth.of('AWS::ApiGateway::Resource')
  const largest = Math.max(...stacks.map((stack) => resources.filter((each) => each.stack === stack).length))
  return [
    [
      /at most \d+ for \d+ methods \([^)]*\)/,
      `at most ${dollars} for ${methods.length} methods (${methods.length - anyMethods} of the contracts, and ANY on ${anyMethods} paths)`,
    ],
    [/the largest API has \d+ \|/, `the largest API has ${largest} |`],
  ]
}

/** Returns the sum of the table of idle costs. */
export const idleSum = (page: string): number => {
  const table = page.slice(page.indexOf('| What | How much | USD |'), page.indexOf('| **Together**'))
  const dollars = table.split('\n').map((line) => Number(line.split('|').at(-2)?.trim()) || 0)
  return dollars.reduce((total, each) => total + each, 0)
}

const withFigure = (page: string, [where, text]: Figure): string => {
  if (!where.test(page)) throw new Error(`docs/aws.md has no figure like "${text}"`)
  return page.replace(where, text)
}

/**
 * Returns the page with every figure that follows from the production templates: secrets, alarms, queues, schedules,
 * methods, resources, ceilings, and the costs of a day, of an idle stage and of a thousand images.
 * @throws Error that quotes the missing figure.
 */
export const awsPage = (page: string, prod: Synth): string => {
  const figures = [
    ...countFigures(prod),
    traceFigure(prod),
    scheduleFigure(prod),
    imageFigure(prod),
    ...receiptFigures(prod),
    ...apiFigures(prod),
    ...spendFigures(prod),
  ]
  const withFigures = figures.reduce(withFigure, page)
  return withFigure(withFigures, [/\*\*about [\d.]+\*\*/, `**about ${money(idleSum(withFigures))}**`])
}
