import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SPEND_CATEGORY_NAMES } from '@signet/kernel/ceilings'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../lib/config.ts'
import { SERVICES } from '../../lib/services.ts'
import { ROOT } from '../support/source-files.ts'
import { withEdge, worstDay } from './spend-page.ts'
import { type Properties, synthesize } from './synth.ts'

const page = readFileSync(join(ROOT, 'docs/aws.md'), 'utf8')
const section = page.slice(page.indexOf('## Maximum daily cost'), page.indexOf('## Service quotas'))
/** Rows of the first table of the section: cause of the cost, dollars per day without and with an edge, limit. */
const rows = section
  .slice(section.indexOf('| Way |'), section.indexOf('Ceilings of a day'))
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('docs/aws.md, "Maximum daily cost"', () => {
  it('has a row for each computed cost, with its figure, and no other', () => {
    for (const [column, computed] of [worstDay(synthesize('prod')), worstDay(withEdge())].entries()) {
      expect(rows.map(([, way]) => way)).toEqual(Object.keys(computed))
      for (const [, way = '', ...dollars] of rows) {
        const expected = computed[way] ?? Number.NaN
        const documented = Number(dollars[column]?.replaceAll(',', ''))
        expect(documented, way).toBeGreaterThanOrEqual(Number(expected.toFixed(4)))
        expect(documented - expected, way).toBeLessThan(1)
      }
    }
  })

  it('no row costs more than a thousand dollars with an edge', () => {
    for (const [way, most] of Object.entries(worstDay(withEdge()))) expect(most, way).toBeLessThan(1_000)
  })

  it('each ceiling limits a row, and each row has a limit', () => {
    const namedCategories = new Set(
      rows.flatMap((row) => [...(row[4] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)),
    )
    expect([...namedCategories].sort()).toEqual([...SPEND_CATEGORY_NAMES].sort())
    for (const [, way, , , stops] of rows) expect(stops, way).not.toBe('')
  })
})

describe('services with a cost per use', () => {
  const functions = SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).map(([name, fn]) => ({ name: `${service.name}-${name}`, fn })),
  )

  it.each([
    ['languageModel', 'bedrock-tokens'],
    ['embeddings', 'embedding-tokens'],
    ['comprehend', 'comprehend-units'],
    ['mail', 'mail'],
  ] as const)('every function that uses the service counts it in its ceiling: %s', (ability, category) => {
    const usingFunctions = functions.filter(({ fn }) => fn[ability] !== undefined)
    expect(usingFunctions.length).toBeGreaterThan(0)
    for (const { name, fn } of usingFunctions) expect(fn.spends ?? [], name).toContain(category)
  })

  it('an alarm fires at half and at nine tenths of any ceiling, by the highest share of the stage', () => {
    const alarms = synthesize('prod')
      .of('AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => Properties.MetricName === 'SpendShare')
      .map(({ Properties }) => Properties as Properties)
    expect(alarms.map(({ Threshold }) => Threshold).sort()).toEqual([50, 90])
    for (const alarm of alarms)
      expect(alarm).toMatchObject({
        Namespace: 'Signet',
        Statistic: 'Maximum',
        Dimensions: [{ Name: 'stage', Value: 'prod' }],
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      })
  })
})

describe('SIGNET_DAILY_CEILINGS', () => {
  it('reaches every function that uses such a service, and the output that npm run spend reads', () => {
    const { of, templates } = synthesize('prod')
    expect(templates['signet-prod-operations']?.Outputs.DailyCeilings).toMatchObject({ Value: 'none' })
    const functionsWithCeilings = of('AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment?.Variables?.DAILY_CEILINGS !== undefined,
    )
    const spendingAccesses = SERVICES.flatMap(({ access }) => Object.values(access)).filter(
      (fn) => fn.spends !== undefined,
    )
    // Priority jobs have a separate painter.
    expect(functionsWithCeilings).toHaveLength(spendingAccesses.length + 1)
    for (const { Properties } of functionsWithCeilings)
      expect(Properties.Environment.Variables.DAILY_CEILINGS).toBe('none')
  })

  it('an invalid value is refused with the name of the variable and the rule', () => {
    const read = (text: string) => readConfig({ SIGNET_STAGE: 'prod', SIGNET_DAILY_CEILINGS: text }, '1.0.0')
    expect(read('provider-a=50, mail=10').dailyCeilings).toBe('provider-a=50, mail=10')
    expect(() => read('openai=50')).toThrow(/SIGNET_DAILY_CEILINGS: "openai" has no ceiling/)
    expect(() => read('mail=x')).toThrow(/SIGNET_DAILY_CEILINGS: The ceiling of mail must be a whole number/)
  })
})
