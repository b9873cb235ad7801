import { loadShelf, spreadOfName } from '@signet/readings'
import { PATTERN_IDS, type Scaffold, scaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import type { Code } from '../../../layers/scaffolds/src/code.ts'
import { clausesOf } from '../../../layers/scaffolds/src/intention/clauses.ts'
import { figuresOf } from '../../../layers/scaffolds/src/intention/figures.ts'
import { metBy } from '../../../layers/scaffolds/src/intention/meets.ts'
import { PART_WORDINGS, PATTERN_WORDINGS } from '../../../layers/scaffolds/src/intention/wordings.ts'
import { PATTERNS } from '../../../layers/scaffolds/src/patterns/index.ts'
import { contextOf, designOf } from '../../../layers/scaffolds/src/render.ts'
import { UNKNOWN_TRAITS } from '../../../layers/scaffolds/src/traits.ts'

const REFUNDS =
  'A workflow for refunds: check the order, ask a manager for approval above 100 euros, pay the refund over Stripe, and notify the customer. If the payment fails, undo.'

describe('the clauses of an intention', () => {
  it.each([
    [
      REFUNDS,
      [
        ...['A workflow for refunds', 'check the order', 'ask a manager for approval above 100 euros'],
        ...['pay the refund over Stripe', 'notify the customer', 'If the payment fails, undo'],
      ],
    ],
    ['Approve and pay the refund', ['Approve and pay the refund']],
    [
      'Every night at 2:30, fetch 1.5 MB from the bank and store it',
      ['Every night at 2:30', 'fetch 1.5 MB from the bank', 'store it'],
    ],
    ['Search the catalogue. Read only.', ['Search the catalogue', 'Read only']],
    ['Wetterdaten für Höfe sammeln; täglich', ['Wetterdaten für Höfe sammeln', 'täglich']],
    [
      'Each message is sent to the room, and the last 50 messages are replayed',
      ['Each message is sent to the room', 'the last 50 messages are replayed'],
    ],
    ['...', []],
  ])('%s', (intention, clauses) => {
    expect(clausesOf(intention)).toEqual(clauses)
  })

  it('are bounded, and lose nothing', () => {
    const clauses = clausesOf(Array.from({ length: 40 }, (_, at) => `keep thing ${at}`).join('. '))
    expect(clauses.length).toBe(24)
    expect(clauses.at(-1)).toContain('keep thing 39')
  })
})

describe('the figures of an intention', () => {
  it.each([
    ['Every night at 2:30 UTC, fetch rates', 'each day at 02:30 UTC', { hour: 2, minute: 30 }, 86_400_000, 9_000_000],
    ['daily at 6:30 pm', 'each day at 18:30 UTC', { hour: 18, minute: 30 }, 86_400_000, 66_600_000],
    ['each evening at 8', 'each day at 20:00 UTC', { hour: 20, minute: 0 }, 86_400_000, 72_000_000],
    [
      'at 04:15 every weekday',
      'each working day at 04:15 UTC',
      { hour: 4, minute: 15, days: 'MON-FRI' },
      86_400_000,
      15_300_000,
    ],
    ['Every Monday at 9am', 'each Monday at 09:00 UTC', { hour: 9, minute: 0, days: 'MON' }, 604_800_000, 378_000_000],
    ['on Fridays at noon', 'each Friday at 12:00 UTC', { hour: 12, minute: 0, days: 'FRI' }, 604_800_000, 129_600_000],
    ['every 15 minutes', 'each 15 minutes', undefined, 900_000, 0],
    ['hourly', 'each hour', undefined, 3_600_000, 0],
  ])('%s: %s', (intention, words, at, periodMs, offsetMs) => {
    expect(figuresOf(intention).schedule?.schedule).toEqual({ words, periodMs, offsetMs, ...(at && { at }) })
  })

  it('guess an hour only where none is said, and read no time that there is not', () => {
    expect(figuresOf('every night').schedule).toMatchObject({ isGuessed: true, schedule: { at: { hour: 2 } } })
    for (const none of ['every 7 minutes', 'every night at 27:00', 'keep days', 'at 3:00'])
      expect(figuresOf(none).schedule, none).toBeUndefined()
  })

  it.each([
    ['Reject files above 10 MB', 10_000_000],
    ['Files of at most 512 KiB', 524_288],
    ['Files above 10 MB are split', undefined],
  ])('%s: %s bytes', (intention, bytes) => {
    expect(figuresOf(intention).maxBytes?.value).toBe(bytes)
  })

  it.each([
    [REFUNDS, { cents: 10_000, currency: 'EUR' }],
    ['Refunds above a hundred euro need a second pair of eyes', { cents: 10_000, currency: 'EUR' }],
    ['ask over $1,500.50', { cents: 150_050, currency: 'USD' }],
    ['more than 5 people', undefined],
  ])('%s: the amount', (intention, amount) => {
    expect(figuresOf(intention).approvalAbove?.value).toEqual(amount)
  })
})

describe('what meets a clause', () => {
  const of = (clause: string) =>
    metBy(clause, 'webhook-receiver', [{ key: 'receive' }, { key: 'hmac-verified' }], ['payments'])

  it('is built when every word of it is spoken of, and in part when some are', () => {
    expect(of('Receive webhooks about payments')).toEqual({ keys: ['receive'], left: [] })
    expect(of('verify the signature')).toEqual({ keys: ['hmac-verified'], left: [] })
    expect(of('receive faxes')).toEqual({ keys: ['receive'], left: ['faxes'] })
    expect(of('post a reminder to Slack').keys).toEqual([])
  })

  it('is never a prohibition that nobody knows', () => {
    expect(of('do not verify the signature').keys).toEqual([])
    expect(of('receive webhooks without an id').keys).toEqual([])
  })
})

const readmeOf = ({ files }: Scaffold): string => files.find(({ path }) => path === 'README.md')?.content ?? ''

describe('a scaffold', () => {
  it('says of each clause of its intention whether it is built, and by which tests', () => {
    const intention = 'Receive GitHub webhooks, verify the signature, and post a reminder to Slack.'
    const made = scaffold({
      intention,
      pattern: 'webhook-receiver',
      entities: ['pull request'],
      seed: 1,
      traits: { vendor: 'github' },
    })
    const asked = made.envelope.requirements.filter(({ source, id }) => source === 'intention' && id !== 'FR-000')
    expect(asked.map(({ text, status }) => [text, status])).toEqual([
      ['Receive GitHub webhooks', 'built'],
      ['verify the signature', 'built'],
      ['post a reminder to Slack', 'open'],
    ])
    const [, signature, reminder] = asked
    expect(made.envelope.test_plan.some(({ traces }) => traces.includes(signature?.id ?? ''))).toBe(true)
    expect(readmeOf(made)).toContain(`- ${reminder?.id} "post a reminder to Slack": no part of it.`)
    expect(made.envelope.open_questions[0]).toBe(`${reminder?.id} is asked for and not built: post a reminder to Slack`)
    expect(made.emittedFacts.not_built).toBe(1)
  })
})

describe('wordings and answers', () => {
  const everything = PATTERN_IDS.flatMap((pattern) =>
    (['none', 'hmac', 'jwt', 'api-key'] as const).map((verification) => ({
      pattern,
      design: designOf(
        PATTERNS[pattern],
        contextOf(
          { intention: 'Keep orders', pattern, entities: ['order'], seed: 1, target: 'both' },
          { ...UNKNOWN_TRAITS, ...PATTERNS[pattern].traits, verification },
          'orders' as Code,
        ),
      ),
    })),
  )

  const designsOf = (pattern: string) => everything.filter((each) => each.pattern === pattern)

  it.each(Object.keys(PART_WORDINGS))('stand for a requirement that a part has: %s', (key) => {
    expect(everything.some(({ design }) => design.requirements.some((one) => one.key === key))).toBe(true)
  })

  it.each(
    Object.entries(PATTERN_WORDINGS).flatMap(([pattern, meets]) => Object.keys(meets).map((key) => ({ pattern, key }))),
  )('stand for a requirement that a pattern has: $pattern $key', ({ pattern, key }) => {
    expect(designsOf(pattern).some(({ design }) => design.requirements.some((one) => one.key === key))).toBe(true)
  })

  it('name cards that there are', async () => {
    const shelf = await loadShelf(spreadOfName('scaffold-cast')?.script ?? '')
    const cards = new Set(shelf.flatMap(({ deck }) => deck.cards.map(({ id }) => id)))
    const answers = everything.flatMap(({ design }) =>
      design.boundaries.flatMap(({ cells }) =>
        Object.values(cells).flatMap((cell) =>
          typeof cell === 'string'
            ? []
            : cell.flatMap((draft) => (typeof draft === 'string' ? [] : (draft.answers ?? []))),
        ),
      ),
    )
    expect(answers.length).toBeGreaterThan(50)
    expect(answers.filter((id) => !cards.has(id))).toEqual([])
  })
})
