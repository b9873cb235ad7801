import { Stack, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { grantedWaivers, type Waiver } from '../../lib/constructs/waivers.ts'
import { CONFIGURED, check, KNOWN_ACCOUNT, OTHERWISE_CONFIGURED, openApp, type Violation } from './synth.ts'

const YEAR_MS = 366 * 86_400_000

const AT_DOMAIN = {
  SIGNET_EDGE: 'on',
  SIGNET_DOMAIN: 'signet.example.com',
  SIGNET_CERTIFICATE: 'arn:aws:acm:us-east-1:123456789012:certificate/0123abcd',
} as const

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
  it.each([
    ['with all that can be configured', CONFIGURED],
    ['with all that can be configured, of an account that is known', { ...CONFIGURED, ...KNOWN_ACCOUNT }],
    ['with an edge that is being made', { SIGNET_EDGE: 'pending' }],
    ['with an edge at a domain, and mail', { ...AT_DOMAIN, SIGNET_MAIL_FROM: 'no-reply@signet.example.com' }],
    [
      'with a restored table and shifts at once',
      { ...OTHERWISE_CONFIGURED, SIGNET_TABLE: 'rest', SIGNET_SHIFT: 'at-once' },
    ],
  ])('find nothing in the app %s that is not waived', (_, variables) => {
    expect(check('prod', variables)).toEqual({ failure: undefined, violations: [] })
  })

  it('fail the synth of a planted bucket and a planted queue, naming both, and find nothing else in the app of no account', () => {
    const { failure, violations } = check('prod', {}, (app) => {
      const planted = new Stack(app, 'planted')
      new Bucket(planted, 'Open')
      new Queue(planted, 'Plain')
    })
    expect(String(failure)).toMatch(/validation-report\.json/)
    const found = violations.map(
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
  })
})

describe('a waiver', () => {
  let granted: typeof grantedWaivers
  let app: ReturnType<typeof openApp>
  beforeAll(() => {
    vi.spyOn(Validations.prototype, 'acknowledge').mockImplementation(() => {})
    grantedWaivers.length = 0
    app = openApp('prod', CONFIGURED)
    granted = [...grantedWaivers]
  })
  afterAll(() => {
    app.close()
    vi.restoreAllMocks()
  })

  it('has a reason in words and a date to come, at most a year ahead', () => {
    expect(granted.length).toBeGreaterThan(10)
    expect(granted.flatMap((waiver) => faultsOf(waiver, new Date()))).toEqual([])
  })

  it('still suppresses something: without any, each rule is broken below each construct', () => {
    expect(app.synth).toThrow(/validation-report\.json/)
    const found = app.violations(['error', 'warning'])
    const idle = granted.filter((waiver) => !found.some((violation) => covers(waiver, violation)))
    expect(idle.map(({ id, path }) => `${id} on ${path} suppresses nothing any more`)).toEqual([])
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
