import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { awsPage, idleSum } from './aws-page.ts'
import { costOfThousandImages } from './image-cost.ts'
import { synthesize } from './synth.ts'

const FILE = join(ROOT, 'docs/aws.md')
const page = readFileSync(FILE, 'utf8')

/** Number of queues on 2026-11-25, for which the limit of 10 USD was set. */
const BASE_QUEUES = 14

describe('docs/aws.md', () => {
  it('contains the counts and costs of the templates; run npm run pages after a change', async () => {
    await expect(awsPage(page, synthesize('prod'))).toMatchFileSnapshot(FILE)
  })

  it.each([
    ['an additional secret', page.replace(/^\| Secrets \| \d+/m, '| Secrets | 99')],
    ['a wrong sum', page.replace(/\*\*about [\d.]+\*\*/, '**about 1.00**')],
    ['a missing alarm', page.replace(/^\| Alarms \| \d+/m, '| Alarms | 1')],
  ])('the check refuses %s', (_, changed) => {
    expect(changed).not.toBe(page)
    expect(awsPage(changed, synthesize('prod'))).not.toBe(changed)
  })

  it('an idle stage costs at most 10 USD per month, by its queues and keys', () => {
    const prod = synthesize('prod')
    // Polling a queue costs 0.263 per month, a KMS key 1.00. A new domain adds these and no other monthly cost.
    const addedQueues = Math.max(0, prod.of('AWS::Lambda::EventSourceMapping').length - BASE_QUEUES)
    const keys = prod.of('AWS::KMS::Key').length
    // The witness adds an alarm.
    const witnessAlarmUsd = 0.1
    expect(idleSum(awsPage(page, prod)) - addedQueues * 0.27 - keys - witnessAlarmUsd).toBeLessThanOrEqual(10)
  })

  it('a thousand images cost at most 0.40 USD, plus the provider', () => {
    expect(costOfThousandImages(synthesize('prod')).sum).toBeLessThanOrEqual(0.4)
  })

  it('a page that lost a figure is refused', () => {
    expect(() => awsPage(page.replace(/^\| Alarms .*$/m, ''), synthesize('prod'))).toThrow(/no figure like "\| Alarms/)
  })
})
