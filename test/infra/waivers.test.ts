import { Stack, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { grantedWaivers, type Waiver } from '../../lib/constructs/waivers.ts'
import { CONFIGURED, openApp, type Violation } from './synth.ts'

const YEAR_MS = 366 * 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
  grantedWaivers.length = 0
})

/** What is wrong with a waiver on the given day. */
const faultsOf = ({ id, reason, until }: Waiver, today: Date): string[] => {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(until) ? new Date(until).getTime() : Number.NaN
  const words = reason.split(/\s+/).filter((word) => /^[\p{L}'-]{2,}[.,;:]?$/u.test(word))
  return [
    ...(words.length < 4 ? [`${id}: "${reason}" is not a reason; say in a sentence why it is accepted`] : []),
    ...(!(end > today.getTime()) ? [`${id}: ended on ${until}; look at it again, then mend it or date it anew`] : []),
    ...(end > today.getTime() + YEAR_MS ? [`${id}: ${until} is more than a year ahead`] : []),
  ]
}

const covers = ({ id, path }: Waiver & { path: string }, { ruleName, violatingConstructs }: Violation): boolean =>
  ruleName === id && violatingConstructs.some(({ constructPath }) => `${constructPath}/`.startsWith(`${path}/`))

describe('cdk-nag and the validation of templates', () => {
  const known = { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'eu-west-1' }
  it.each([
    ['of no account', {}],
    ['with all that can be configured', CONFIGURED],
    ['with all that can be configured, of an account that is known', { ...CONFIGURED, ...known }],
  ])('find nothing in the app %s that is not waived', (_, variables) => {
    const { app, close } = openApp('prod', variables)
    expect(() => app.synth()).not.toThrow()
    close()
  })

  it('fail the synth of a planted bucket and a planted queue, naming both', () => {
    const { app, violations, close } = openApp('prod')
    const planted = new Stack(app, 'planted')
    new Bucket(planted, 'Open')
    new Queue(planted, 'Plain')
    expect(() => app.synth()).toThrow(/validation-report\.json/)
    const found = violations().map(
      ({ ruleName, violatingConstructs }) => `${ruleName} ${violatingConstructs[0]?.constructPath}`,
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'AwsSolutions-S1 planted/Open/Resource',
        'AwsSolutions-S10 planted/Open/Resource',
        'AwsSolutions-SQS4 planted/Plain/Resource',
        'Serverless-SQSRedrivePolicy planted/Plain/Resource',
      ]),
    )
    expect(found.filter((finding) => !finding.includes('planted/'))).toEqual([])
    close()
  })
})

describe('a waiver', () => {
  it('has a reason in words and a date to come, at most a year ahead', () => {
    openApp('prod').close()
    expect(grantedWaivers.length).toBeGreaterThan(10)
    expect(grantedWaivers.flatMap((waiver) => faultsOf(waiver, new Date()))).toEqual([])
  })

  it('still suppresses something: without any, each rule is broken below each construct', () => {
    vi.spyOn(Validations.prototype, 'acknowledge').mockImplementation(() => {})
    const { app, violations, close } = openApp('prod')
    expect(() => app.synth()).toThrow(/validation-report\.json/)
    const found = violations(['error', 'warning'])
    const idle = grantedWaivers.filter((waiver) => !found.some((violation) => covers(waiver, violation)))
    expect(idle.map(({ id, path }) => `${id} on ${path} suppresses nothing any more`)).toEqual([])
    close()
  })

  const today = new Date('2026-11-20')
  const good: Waiver = { id: 'X', reason: 'It is accepted because of this.', until: '2027-06-30' }
  it.each([
    ['expired yesterday', { ...good, until: '2026-11-19' }, /ended on 2026-11-19/],
    ['ends today', { ...good, until: '2026-11-20' }, /ended/],
    ['has no date', { ...good, until: 'never' }, /ended on never/],
    ['has a day that does not exist', { ...good, until: '2027-13-01' }, /ended/],
    ['goes on for years', { ...good, until: '2029-01-01' }, /more than a year/],
    ['gives no reason', { ...good, reason: '' }, /not a reason/],
    ['gives a word for a reason', { ...good, reason: 'n/a ... accepted' }, /not a reason/],
  ])('that is planted is caught when it %s', (_what, waiver, told) => {
    expect(faultsOf(waiver, today)).toEqual([expect.stringMatching(told)])
    expect(faultsOf(good, today)).toEqual([])
  })
})
