import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { servedApis } from '../../lib/services.ts'
import { ROOT } from '../support/source-files.ts'
import { methodsOf, type Synth, synthesize } from './synth.ts'

const EACH = { secret: 0.4, alarm: 0.1, metric: 0.3 } as const
const METRICS_A_METHOD = 5
const MINUTES_A_MONTH = 43_800
/** Minutes between two runs, by the words of the page. */
const RHYTHMS = { 'rate(1 minute)': 1, 'rate(15 minutes)': 15, 'rate(1 hour)': 60, 'rate(1 day)': 1440 } as const
const WORDS: Readonly<Record<string, string>> = {
  'rate(1 minute)': 'every minute',
  'rate(15 minutes)': 'every 15 minutes',
  'rate(1 hour)': 'every hour',
  'rate(1 day)': 'every day',
}

const page = readFileSync(join(ROOT, 'docs/aws.md'), 'utf8')
/** Fails with what the page should say, rather than with the whole page. */
const expectPage = (text: string): void => {
  expect(page.includes(text), `docs/aws.md should say: ${text}`).toBe(true)
}
const money = (amount: number): string => amount.toFixed(2)

let prod: Synth
beforeAll(() => {
  prod = synthesize('prod')
})

const count = (type: string): number => prod.of(type).length

const schedules = (): { readonly words: string; readonly runs: number } => {
  const rates = prod.of('AWS::Scheduler::Schedule').map(({ Properties }) => String(Properties.ScheduleExpression))
  const known = Object.entries(RHYTHMS).map(([rate, minutes]) => ({
    rate,
    runs: (rates.filter((each) => each === rate).length * MINUTES_A_MONTH) / minutes,
    number: rates.filter((each) => each === rate).length,
  }))
  const words = known.flatMap(({ rate, number }) => (number > 0 ? [`${number} ${WORDS[rate]}`] : []))
  return { words: words.join(', '), runs: known.reduce((sum, { runs }) => sum + runs, 0) }
}

const restStacks = (): string[] =>
  servedApis().flatMap(({ key, url }) => (url === undefined ? [`signet-prod-${key}-api`] : []))

/** The rows of the table of idle costs, by what they are of. */
const idleCosts = (): Readonly<Record<string, string>> => {
  const table = page.slice(page.indexOf('| What | How much | USD |'), page.indexOf('Beside it, by use'))
  const rows = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim().replaceAll('*', '')))
  return Object.fromEntries(rows.map(([, what = '', , dollars = '']) => [what, dollars]))
}

describe('docs/aws.md', () => {
  it('counts secrets and alarms as the templates have them', () => {
    const [secrets, alarms] = [count('AWS::SecretsManager::Secret'), count('AWS::CloudWatch::Alarm')]
    expectPage(`| Secrets | ${secrets} at 0.40 | ${money(secrets * EACH.secret)} |`)
    expectPage(`| Alarms | ${alarms} at 0.10 | ${money(alarms * EACH.alarm)} |`)
  })

  it('counts schedules and their runs as the templates have them', () => {
    const { words, runs } = schedules()
    expectPage(`| Schedules | ${words}: ${Math.round(runs / 1000)},000 runs`)
  })

  it('adds up what the idle stage costs', () => {
    const { Together: together = '', ...rows } = idleCosts()
    const sum = Object.values(rows).reduce((total, dollars) => total + (Number(dollars) || 0), 0)
    expect(together).toBe(`about ${money(sum)}`)
  })

  it('counts methods, paths and resources of the APIs as the templates have them', () => {
    const methods = restStacks().flatMap((stack) => methodsOf(prod, stack))
    const any = methods.filter(({ method }) => method === 'ANY').length
    const dollars = methods.length * METRICS_A_METHOD * EACH.metric
    expectPage(
      `at most ${Math.round(dollars)} for ${methods.length} methods (${methods.length - any} of the contracts, and ANY on ${any} paths)`,
    )
    const resources = restStacks().map(
      (stack) => prod.of('AWS::ApiGateway::Resource').filter((each) => each.stack === stack).length,
    )
    expectPage(`the largest API has ${Math.max(...resources)} |`)
  })
})
