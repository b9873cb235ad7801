import { describe, expect, it } from 'vitest'
import { clausesOf } from '../../../layers/scaffolds/src/intention/clauses.ts'
import { figuresOf } from '../../../layers/scaffolds/src/intention/figures.ts'

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
    ['Search the catalog. Read only.', ['Search the catalog', 'Read only']],
    ['Read invoices and summarise them', ['Read invoices', 'summarise them']],
    ['Wetterdaten für Höfe sammeln; täglich', ['Wetterdaten für Höfe sammeln', 'täglich']],
    [
      'Each message is sent to the room, and the last 50 messages are replayed',
      ['Each message is sent to the room', 'the last 50 messages are replayed'],
    ],
    [
      'Volunteers authenticate with an API key, and overdue loans are listed separately',
      ['Volunteers authenticate with an API key', 'overdue loans are listed separately'],
    ],
    [
      'Nothing is sent before a colleague approves it, and one mail may take at most 20 steps',
      ['Nothing is sent before a colleague approves it', 'one mail may take at most 20 steps'],
    ],
    ['New members are added and those who left are removed', ['New members are added', 'those who left are removed']],
    ['Each loan has a borrower, a tool, and a due date', ['Each loan has a borrower, a tool, and a due date']],
    ['Boats and crews are kept', ['Boats and crews are kept']],
    ['...', []],
  ])('the clauses of "%s" are split', (intention, clauses) => {
    expect(clausesOf(intention)).toEqual(clauses)
  })

  it('the number of clauses is limited without losing text', () => {
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
    [
      'On Mondays at 7 in the evening',
      'each Monday at 19:00 UTC',
      { hour: 19, minute: 0, days: 'MON' },
      604_800_000,
      414_000_000,
    ],
    ['Once an hour', 'each hour', undefined, 3_600_000, 0],
    ['every 15 minutes', 'each 15 minutes', undefined, 900_000, 0],
    ['hourly', 'each hour', undefined, 3_600_000, 0],
  ])('%s: %s', (intention, description, at, periodMs, offsetMs) => {
    expect(figuresOf(intention).schedule?.schedule).toEqual({ description, periodMs, offsetMs, ...(at && { at }) })
  })

  it('an hour is only guessed if none is given, and words that are not times are ignored', () => {
    expect(figuresOf('every night').schedule).toMatchObject({ isGuessed: true, schedule: { at: { hour: 2 } } })
    for (const text of ['every 7 minutes', 'every night at 27:00', 'keep days', 'at 3:00'])
      expect(figuresOf(text).schedule, text).toBeUndefined()
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
