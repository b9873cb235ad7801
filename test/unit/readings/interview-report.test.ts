import { interviewReport, type LoopEvent, type LoopOutcome, startInterview, tickInterview } from '@signet/readings'
import { describe, expect, it } from 'vitest'
import { card, deckOf, shelfOf } from './reading-world.ts'

const deck = deckOf([
  card('a', { when: 'exposure = public', base: 8 }),
  card('b', { when: 'has_ui', title: 'A page & its <script>' }),
  card('c'),
  card('e'),
])
const shelf = shelfOf(deck)
const script = 'spread x "Is it *safe*?"\ndeck d = small\nposition p "P"\ndraw 2 from d top'

const succeeded = (outcome: LoopOutcome) => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome
}

const finished = () => {
  const moment = { at: 1_000_000, shelf }
  let { state, events } = succeeded(startInterview({ id: 'L', inputs: { script, intention: 'A <b>shop</b>' } }, moment))
  const allEvents: LoopEvent[] = [...events]
  const answersByTick: readonly Readonly<Record<string, string>>[] = [{ exposure: 'public' }, { has_ui: 'unknown' }]
  for (const answers of answersByTick)
    if (state.state !== 'done') {
      ;({ state, events } = succeeded(tickInterview(state, { answers }, moment)))
      allEvents.push(...events)
    }
  return { state, events: allEvents }
}

describe('the report of an interview', () => {
  it('the report lists questions with reasons, applicable cards, cards not drawn, and next steps', () => {
    const { state, events } = finished()
    const report = interviewReport(state, shelf, events)
    expect(state.state).toBe('done')
    const titles = [...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    expect(titles).toEqual(['Questions and answers', 'Applicable cards', 'Next steps', 'Applicable cards not drawn'])
    expect(report).toContain(
      '1. Who can reach it? **public** (`exposure`)\n   It decides whether this applies: Title of a.',
    )
    expect(report).toContain('2. Does it have a screen that people use? **not known** (`has_ui`)')
    expect(report).toContain('- **Title of a** (medium, `a`)')
    expect(report).toContain('- [ ] Do a (team). Done when: a is done')
    expect(report).toContain('Title of e (`e`, d)')
    expect(report).toContain('No open question weighs more than 5 percent.')
  })

  it('the report repeats byte for byte, and escapes user text', () => {
    const { state, events } = finished()
    const report = interviewReport(state, shelf, events)
    expect(interviewReport(JSON.parse(JSON.stringify(state)), shelf, events)).toBe(report)
    expect(report).toContain('# Is it \\*safe\\*?')
    expect(report).not.toMatch(/<b>|<script>/)
    // Without events the answers are sorted by name.
    expect(interviewReport(state, shelf)).toContain('1. Who can reach it?')
  })

  it('the report of an expired interview says so, and lists open questions', () => {
    const { state } = succeeded(startInterview({ id: 'L', inputs: { script } }, { at: 0, shelf }))
    const report = interviewReport({ ...state, state: 'expired' }, shelf)
    expect(report).toContain('No answer arrived for 30 minutes')
    expect(report).toContain('## Open questions\n\n- Who can reach it? (`exposure`)')
  })
})
