import { servedApis } from '../../lib/services.ts'
import { spendFigures } from './spend-page.ts'
import { methodsOf, type Synth } from './synth.ts'

const EACH = { secret: 0.4, alarm: 0.1, metric: 0.3 } as const
const METRICS_A_METHOD = 5
const MINUTES_A_MONTH = 43_800
/** Schedules by their minutes between two runs and the words of the page. */
const RHYTHMS = [
  ['rate(1 minute)', 1, 'every minute'],
  ['rate(15 minutes)', 15, 'every 15 minutes'],
  ['rate(1 hour)', 60, 'every hour'],
  ['rate(1 day)', 1440, 'every day'],
] as const

const money = (amount: number): string => amount.toFixed(2)

/** The part of a page that a pattern finds, and the text that the templates ask for instead. */
type Figure = readonly [where: RegExp, text: string]

const scheduleFigure = ({ of }: Synth): Figure => {
  const rates = of('AWS::Scheduler::Schedule').map(({ Properties }) => String(Properties.ScheduleExpression))
  const counted = RHYTHMS.map(([rate, minutes, words]) => {
    const number = rates.filter((each) => each === rate).length
    return { number, words, runs: (number * MINUTES_A_MONTH) / minutes }
  })
  const unnamed = rates.filter((rate) => RHYTHMS.every(([each]) => each !== rate))
  if (unnamed.length > 0) throw new Error(`test/infra/aws-page.ts has no words for ${unnamed.join(', ')}`)
  const words = counted.flatMap((each) => (each.number > 0 ? [`${each.number} ${each.words}`] : [])).join(', ')
  const runs = counted.reduce((sum, each) => sum + each.runs, 0)
  return [/^\| Schedules \| [^:]*: [\d,]+ runs/m, `| Schedules | ${words}: ${Math.round(runs / 1000)},000 runs`]
}

const countFigures = ({ of }: Synth): Figure[] => {
  const secrets = of('AWS::SecretsManager::Secret').length
  // An alarm costs as much for each metric that it is computed from.
  const watched = of('AWS::CloudWatch::Alarm').map(
    ({ Properties }) => Properties.Metrics?.filter((metric: object) => 'MetricStat' in metric).length ?? 1,
  )
  const alarms = watched.reduce((sum: number, metrics: number) => sum + metrics, 0)
  return [
    [/^\| Secrets \|.*\|$/m, `| Secrets | ${secrets} at 0.40 | ${money(secrets * EACH.secret)} |`],
    [/^\| Alarms \|.*\|$/m, `| Alarms | ${alarms} at 0.10 | ${money(alarms * EACH.alarm)} |`],
  ]
}

const apiFigures = (synth: Synth): Figure[] => {
  const stacks = servedApis().flatMap(({ key, url }) => (url === undefined ? [`signet-prod-${key}-api`] : []))
  const methods = stacks.flatMap((stack) => methodsOf(synth, stack))
  const any = methods.filter(({ method }) => method === 'ANY').length
  const dollars = Math.round(methods.length * METRICS_A_METHOD * EACH.metric)
  const resources = synth.of('AWS::ApiGateway::Resource')
  const largest = Math.max(...stacks.map((stack) => resources.filter((each) => each.stack === stack).length))
  return [
    [
      /at most \d+ for \d+ methods \([^)]*\)/,
      `at most ${dollars} for ${methods.length} methods (${methods.length - any} of the contracts, and ANY on ${any} paths)`,
    ],
    [/the largest API has \d+ \|/, `the largest API has ${largest} |`],
  ]
}

/** The sum of the table of idle costs. */
const sumFigure = (page: string): Figure => {
  const table = page.slice(page.indexOf('| What | How much | USD |'), page.indexOf('| **Together**'))
  const dollars = table.split('\n').map((line) => Number(line.split('|').at(-2)?.trim()) || 0)
  const sum = dollars.reduce((total, each) => total + each, 0)
  return [/\*\*about [\d.]+\*\*/, `**about ${money(sum)}**`]
}

const withFigure = (page: string, [where, text]: Figure): string => {
  if (!where.test(page)) throw new Error(`docs/aws.md has no place for "${text}"`)
  return page.replace(where, () => text)
}

/**
 * The page with every figure that follows from the templates of production: secrets, alarms, schedules, methods,
 * resources, what a day can cost, the ceilings, and the sum of the idle costs.
 * @throws Error that quotes the figure for which the page has no place.
 */
export const awsPage = (page: string, prod: Synth): string => {
  const figures = [...countFigures(prod), scheduleFigure(prod), ...apiFigures(prod), ...spendFigures(prod)]
  const counted = figures.reduce(withFigure, page)
  return withFigure(counted, sumFigure(counted))
}
