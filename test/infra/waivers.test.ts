import { Validations } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { grantedWaivers, type Waiver } from '../../lib/constructs/waivers.ts'
import { AT_DOMAIN, CONFIGURED_ENV, type Finding, findingsIn, openApp } from './synth.ts'

const YEAR_MS = 366 * 86_400_000

/** Returns the problems of a waiver on the given day. */
const problemsOf = ({ id, reason, until }: Waiver, today: Date): string[] => {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(until) ? new Date(until).getTime() : Number.NaN
  const words = reason.split(/\s+/).filter((word) => /^[\p{L}'-]{2,}[.,;:]?$/u.test(word))
  return [
    ...(words.length < 4 ? [`${id}: "${reason}" is not a reason; say in a sentence why it is accepted`] : []),
    ...(!(end > today.getTime())
      ? [`${id}: ended on ${until}; review it, then fix the finding or set a new date`]
      : []),
    ...(end > today.getTime() + YEAR_MS ? [`${id}: ${until} is more than a year ahead`] : []),
  ]
}

const isCovered = (waiver: Waiver & { path: string }, { rule, path }: Finding): boolean =>
  rule === waiver.id && `${path}/`.startsWith(`${waiver.path}/`)

describe('a waiver', () => {
  let granted: typeof grantedWaivers
  let app: ReturnType<typeof openApp>
  beforeAll(() => {
    vi.spyOn(Validations.prototype, 'acknowledge').mockImplementation(() => {})
    grantedWaivers.length = 0
    app = openApp('prod', { ...CONFIGURED_ENV, ...AT_DOMAIN })
    granted = [...grantedWaivers]
  })
  afterAll(() => {
    app.close()
    vi.restoreAllMocks()
  })

  it('has a reason in words and a future expiry date, at most a year ahead', () => {
    expect(granted.length).toBeGreaterThan(10)
    expect(granted.flatMap((waiver) => problemsOf(waiver, new Date()))).toEqual([])
  })

  it('suppresses at least one finding of the app without waivers', () => {
    expect(app.synth).toThrow(/validation-report\.json/)
    const findings = findingsIn(app.violations(['error', 'warning']))
    const unusedWaivers = granted.filter((waiver) => !findings.some((finding) => isCovered(waiver, finding)))
    expect(unusedWaivers.map(({ id, path }) => `${id} on ${path} no longer suppresses a finding`)).toEqual([])
  })

  it('exists for each rule that the fully configured app breaks', () => {
    const errors = findingsIn(app.violations())
    const uncovered = errors.filter((finding) => !granted.some((waiver) => isCovered(waiver, finding)))
    expect(errors.length).toBeGreaterThan(10)
    expect(uncovered).toEqual([])
  })

  const today = new Date('2026-11-20')
  const good: Waiver = { id: 'X', reason: 'It is accepted because of this.', until: '2027-06-30' }
  it.each([
    ['expired yesterday', { ...good, until: '2026-11-19' }, /ended on 2026-11-19/],
    ['ends today', { ...good, until: '2026-11-20' }, /ended/],
    ['has no date', { ...good, until: 'never' }, /ended on never/],
    ['has a month that does not exist', { ...good, until: '2027-13-01' }, /ended/],
    ['lasts for years', { ...good, until: '2029-01-01' }, /more than a year/],
    ['gives no reason', { ...good, reason: '' }, /not a reason/],
    ['gives a word for a reason', { ...good, reason: 'n/a ... accepted' }, /not a reason/],
  ])('a planted waiver is refused when it %s', (_what, waiver, problem) => {
    expect(problemsOf(waiver, today)).toEqual([expect.stringMatching(problem)])
    expect(problemsOf(good, today)).toEqual([])
  })
})
