import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { CONFIGURED_ENV, synthesize } from './synth.ts'

const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')

/** Names of alarms in the first column of the runbook. */
const runbook = (): string[] => {
  const table = page.slice(page.indexOf('| Alarm | Meaning |'))
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2)
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

/** Lists everything that notifies a topic in a stage with every setting: alarms, and rules of the account's bus. */
const notifierNames = (): string[] => {
  const synth = synthesize('prod', CONFIGURED_ENV)
  const alarms = [...synth.of('AWS::CloudWatch::Alarm'), ...synth.of('AWS::CloudWatch::CompositeAlarm')]
  const rules = synth
    .of('AWS::Events::Rule')
    .filter(({ Properties }) => JSON.stringify(Properties.Targets ?? '').includes('AlarmTopic'))
  return [
    ...alarms.map(
      ({ id, Properties }) =>
        String(Properties.AlarmName ?? id.replace(/[0-9A-F]{8}$/, ''))
          .split('-')
          .at(-1) ?? '',
    ),
    ...rules.map(({ id }) => id),
  ]
}

describe('the runbook of docs/operations.md', () => {
  it('has a row for every alarm of the templates, and no other', () => {
    expect(runbook().sort()).toEqual(notifierNames().sort())
  })

  it('gives the severity, the first check and the action for each', () => {
    const table = page.slice(page.indexOf('| Alarm | Meaning |'))
    for (const row of table.slice(0, table.indexOf('\n\n')).split('\n').slice(2)) {
      const cells = row.split('|').slice(1, -1)
      expect(cells, row).toHaveLength(5)
      for (const cell of cells) expect(cell.trim(), row).not.toBe('')
    }
  })
})
