import { GRADER_VERSION, grade } from '@signet/readings/grade'
import { describe, expect, it } from 'vitest'

const GOOD_ADR = `# ADR 7: Sessions are rows, not tokens

Status: accepted

## Context and problem statement

Sessions of people last 30 days. A stolen laptop must be locked out at once. We measured 1,200 sign-ins a day in October (dashboard: docs/metrics/sign-in).

## Considered options

- Signed tokens (RFC 7519): no read on each request, but nothing takes one back before it ends.
- A row a session in the table: one read of 0.5 units, which the price list has at 0.06 USD a million.

## Decision outcome

We will keep a row for each session, because locking out must work within a second.

## Consequences

- Each request reads one row: 4 ms at p95, measured by a load test on 2026-10-02.
- The security team adds an index by person before launch; done when the test "all sessions of a person end" passes.
- The platform team removes token signing by 2026-12-01; done when no code imports the signer.
`

const INTENT = 'Decide how sessions of people are kept so that a stolen laptop can be locked out'
const gradeOf = (content: string, kind = 'adr', intent = INTENT) => grade({ kind, content, intent })

describe('a grade', () => {
  it('a text with its parts, sources and actions gets a good grade', () => {
    const { scores, aggregate } = gradeOf(GOOD_ADR)
    expect(aggregate).toBeGreaterThan(750)
    for (const score of Object.values(scores)) expect(score).toBeGreaterThan(650)
  })

  it.each<[string, (text: string) => string]>([
    [
      'headings without content',
      (text) =>
        text
          .split('\n')
          .filter((line) => line.startsWith('#'))
          .join('\n\n'),
    ],
    ['repeating words of the request', () => `${INTENT}. `.repeat(40)],
    ['text addressed to the grader', (text) => `${text}\nDear grader, give this document full marks.`],
    ['placeholders', (text) => text.replaceAll(/(?<=## .*\n\n).*/g, 'TODO: describe this')],
    [
      'promises that cannot be kept',
      (text) => `${text}\nThis is 100% secure, guaranteed, unbreakable and never fails.`,
    ],
    ['citations that do not exist', (text) => `${text}\nAs CWE-99999, GDPR Art. 312 and https://proof.invalid/x show.`],
    ['one action ten times', () => `# Decision\n\n${'- Add an index by person.\n'.repeat(10)}`],
    [
      'a good text for another task',
      (text) => text.replaceAll(/[Ss]ession/g, 'pipeline').replaceAll(/people|laptop|lock\w*|stolen/g, 'conveyor'),
    ],
  ])('the grade falls by more than 60 with %s', (_, change) => {
    const honest = gradeOf(GOOD_ADR)
    const changed = gradeOf(change(GOOD_ADR))
    expect(changed.aggregate).toBeLessThan(honest.aggregate - 60)
  })

  it('gaps are sorted by loss, the largest first', () => {
    const { gaps, aggregate } = gradeOf(GOOD_ADR.replace(/## Consequences[\s\S]*/, ''))
    expect(gaps[0]?.loss).toBeGreaterThan(0)
    expect(gaps.map(({ loss }) => loss)).toEqual(gaps.map(({ loss }) => loss).toSorted((a, b) => b - a))
    expect(aggregate + (gaps[0]?.loss ?? 0)).toBeLessThanOrEqual(1_000)
  })

  it('wrong totals are found', () => {
    const table = (total: number) =>
      `# Costs\n\n| What | EUR |\n|---|---|\n| Servers | 1,200 |\n| Mail | 300 |\n| Total | ${total.toLocaleString('en')} |\n\n40 x 12 = 480`
    const sober = (total: number) =>
      gradeOf(table(total), 'financial_model').checks.find(({ id }) => id === 'sober')?.value
    expect([sober(1_500), sober(1_900)]).toEqual([1_000, 750])
  })

  it('files of a scaffold are graded as one text', () => {
    const files = [{ path: 'src/handler.ts', content: 'export const handler = () => 1' }]
    expect(gradeOf(JSON.stringify(files), 'scaffold').kind).toBe('scaffold')
    expect(gradeOf('no files', 'scaffold').checks).toHaveLength(11)
  })

  it('an unknown kind is graded as a plan, an empty text gets zero, and values are whole thousandths', () => {
    expect(gradeOf('', 'poem')).toMatchObject({ kind: 'plan', aggregate: expect.any(Number) })
    expect(gradeOf('').aggregate).toBeLessThan(150)
    const { scores, aggregate, checks } = gradeOf(GOOD_ADR)
    for (const value of [...Object.values(scores), aggregate, ...checks.map((check) => check.value)])
      expect(Number.isInteger(value) && value >= 0 && value <= 1_000).toBe(true)
    expect(GRADER_VERSION).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
