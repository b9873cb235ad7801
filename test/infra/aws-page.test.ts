import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { awsPage, idleSum } from './aws-page.ts'
import { costOfThousandImages } from './image-cost.ts'
import { synthesize } from './synth.ts'

const FILE = join(ROOT, 'docs/aws.md')
const page = readFileSync(FILE, 'utf8')

/** Queues of the services of 2026-11-25. */
const QUEUES = 14

describe('docs/aws.md', () => {
  it('has the counts and costs of the templates; run npm run pages after a change', async () => {
    await expect(awsPage(page, synthesize('prod'))).toMatchFileSnapshot(FILE)
  })

  it.each([
    ['a secret more', page.replace(/^\| Secrets \| \d+/m, '| Secrets | 99')],
    ['another sum', page.replace(/\*\*about [\d.]+\*\*/, '**about 1.00**')],
    ['an alarm less', page.replace(/^\| Alarms \| \d+/m, '| Alarms | 1')],
  ])('is another page with %s', (_, changed) => {
    expect(changed).not.toBe(page)
    expect(awsPage(changed, synthesize('prod'))).not.toBe(changed)
  })

  it('says of a stage that nobody uses that it costs at most 10 USD a month, with the queues and keys that there are', () => {
    const prod = synthesize('prod')
    // Asking a queue costs 0.26 a month, a key in KMS 1.00: a domain that brings one brings that, and nothing else that costs
    // all month.
    const more = Math.max(0, prod.of('AWS::Lambda::EventSourceMapping').length - QUEUES)
    const keys = prod.of('AWS::KMS::Key').length
    // The witness has an alarm beside it.
    const witness = 0.1
    expect(idleSum(awsPage(page, prod)) - more * 0.27 - keys - witness).toBeLessThanOrEqual(10)
  })

  it('says of a thousand images that they cost at most 0.40 USD, beside the provider', () => {
    expect(costOfThousandImages(synthesize('prod')).sum).toBeLessThanOrEqual(0.4)
  })

  it('that lost a figure is refused', () => {
    expect(() => awsPage(page.replace(/^\| Alarms .*$/m, ''), synthesize('prod'))).toThrow(/no place for "\| Alarms/)
  })
})
