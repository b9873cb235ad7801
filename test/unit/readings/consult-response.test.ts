import { isUsable, proseFaults, withModelProse } from '@signet/readings/consult'
import { describe, expect, it } from 'vitest'
import { INTENTION, ownDeck, resultOf, runConsult, smallShelf } from './consult-world.ts'

const words = (text: string): number => text.trim().split(/\s+/).length

describe('the response of a consultation', () => {
  it('the response is Markdown in which user text cannot add markup', () => {
    const intention = 'A **bold** <script>alert(1)</script> [link](https://evil.invalid) API'
    const { response } = resultOf({ intention, bundleBindings: { exposure: 'public' } })
    expect(response).toContain('> A \\*\\*bold\\*\\* \\<script\\>')
    expect(response).not.toContain('<script>')
    for (const title of ['Findings', 'Options', 'Next steps', 'Avoid', 'Review triggers'])
      expect(response).toContain(`## ${title}`)
    expect(response).toContain('- [ ] N1 ')
    expect(response).toContain('Applicable cards not drawn')
  })

  it('the narrative has at most 400 words, the most important first', () => {
    const long = 'word '.repeat(75).trim()
    const cards = ownDeck.cards.map((card) => ({
      ...card,
      why: `${long} ${card.id}.`,
      advice: card.advice.map((advice) => ({ ...advice, do: `${long} for ${card.id}` })),
    }))
    const shelf = [{ slug: 'cto', deck: { ...ownDeck, cards } }, ...smallShelf.slice(1)]
    const { response } = resultOf({ responseMode: 'narrative', bundleBindings: { exposure: 'public' } }, shelf)
    expect(words(response)).toBeLessThanOrEqual(400)
    expect(words(response)).toBeGreaterThan(200)
    expect(response).toContain('F1, critical: Title of cto-public.')
  })

  it('the narrative names next steps and the next question', () => {
    const { response } = resultOf({ responseMode: 'narrative' })
    expect(response).toContain('Next steps: ')
    expect(response).toContain('Most decisive open question: How many people run it?')
  })
})

describe('model prose', () => {
  const { result } = runConsult({ bundleBindings: { exposure: 'public', vendor: 'Stripe' } })
  const usable = (prose: string) => isUsable(prose, result, INTENTION)

  it.each([
    'Verify every caller first. A stranger must be refused, and you keep ids for 72 h.',
    'See CWE-345 and finding F1. It rests on exposure being public.',
    'Begin with the callers. Nothing else weighs as much. One of you should own it.',
    'The API keeps bookings for customers: this is critical.',
    'As Chief technology officer I would ask how many people run it.',
    'Stripe calls you, so check what Stripe sends.',
    '- Verify every caller\n- Keep ids\n\n1. Start there',
  ])('prose is usable: %s', (prose) => {
    expect(proseFaults(prose, result, INTENTION)).toEqual([])
  })

  it.each([
    ['Keep ids for 73 h.', 'number', '73'],
    ['It costs 1,200.50 a month.', 'number', '1,200.50'],
    ['About forty percent fail.', 'number', 'forty'],
    ['Nine in ten customers leave.', 'number', 'nine'],
    ['It takes three weeks.', 'number', 'three'],
    ['See CWE-346.', 'id', 'CWE-346'],
    ['See CWE-34.', 'id', 'CWE-34'],
    ['As PR.AA-05 says, verify.', 'id', 'PR.AA-05'],
    ['The card cto-secret applies.', 'id', 'cto-secret'],
    ['As F9 says, wait.', 'id', 'F9'],
    ['Read https://example.org/a first.', 'url', 'https://example.org/a'],
    ['Ask security@example.org about it.', 'url', 'security@example.org'],
    ['Look at owasp.org for more.', 'url', 'owasp.org'],
    ['We trust Gartner here.', 'name', 'Gartner'],
    ['Gartner says so.', 'name', 'Gartner'],
    ["Acme's team did it.", 'name', 'Acme'],
    ['Zanzibar found the same.', 'name', 'Zanzibar'],
    ['You could use dynamodb for it.', 'name', 'dynamodb'],
    ['The GDPR asks for it.', 'name', 'GDPR'],
    ['', 'empty', ''],
    ['Wait ٧٣ hours.', 'number', '٧٣'],
    ['a-'.repeat(5_000), 'too_long', '10000 characters'],
    ['word '.repeat(401), 'too_long', '401 words'],
  ])('prose is not usable: %s', (prose, kind, text) => {
    expect(proseFaults(prose, result, INTENTION)).toContainEqual({ kind, text })
    expect(usable(prose)).toBe(false)
  })

  it('prose may use words of the intention', () => {
    expect(isUsable('Acme has 12 shops.', result, 'Acme opens 12 shops')).toBe(true)
    expect(isUsable('Acme has 12 shops.', result, INTENTION)).toBe(false)
    expect(isUsable('We ask Юрий about it.', result, 'Юрий opens shops')).toBe(true)
    expect(isUsable('We ask Юрий about it.', result, INTENTION)).toBe(false)
  })

  it('usable prose is returned; otherwise the rules write the response, and the reason is reported', () => {
    const written = withModelProse(result, { model: 'm/1', prose: ' Verify every caller. ' }, INTENTION)
    expect([written.response, written.metadata.method, written.metadata.model]).toEqual([
      'Verify every caller.',
      'model',
      'm/1',
    ])
    const refused = withModelProse(result, { model: 'm/1', prose: 'Gartner says 90 % fail.' }, INTENTION)
    expect(refused).toEqual({
      ...result,
      metadata: { ...result.metadata, model: 'm/1', model_outcome: 'unusable' },
    })
    const late = withModelProse(result, { model: 'm/1', outcome: 'late' }, INTENTION)
    expect(late.metadata).toMatchObject({ method: 'rules', model_outcome: 'late' })
  })
})
