import { PATTERNS } from '@signet/readings/classify'
import { interpretIntention, PATTERN_IDS, scaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../support/scale.ts'

describe('an intention', () => {
  it.each([
    ['Receive Stripe webhooks and mark the orders as paid', ['order']],
    ['A CLI that renames 300 photos in a folder', ['photo']],
    ['Keep the suppliers of a museum and their contracts', ['supplier', 'contract']],
    ['A REST API for customers, orders and products', ['customer', 'order', 'product']],
    ['Track shipments', ['shipment']],
    ['Take payment events of stripe and keep them', ['payment']],
    ['An API for the bookings of a clinic: each booking has a patient name and a dentist', ['booking']],
    ['Receive GitHub webhooks for pull requests and verify the signature', ['pull request']],
    ['An MCP server that lets an agent search our product catalog and read the stock level of a product', ['product']],
    ['Every night at 2:30 UTC, fetch the exchange rates from the ECB and store each rate', ['exchange rate']],
    ['Users upload invoices as PDF files; extract the total and the due date of each invoice', ['invoice']],
    [
      'A queue consumer that sends an email for each order confirmation; an order must never be mailed twice',
      ['order'],
    ],
    ['A workflow for refunds: check the order, ask a manager, pay the refund', ['refund']],
    ['A question answering service over our employee handbook, for staff only', ['employee handbook']],
    ['An auth gateway in front of our internal APIs: checks access tokens, enforces scopes for each route', []],
    ['Track the spare parts of our workshop: each part has a number, a shelf and a stock', ['spare part']],
    ['A REST API to manage loans of a tool library', ['loan']],
    ['An agent that reads the support mail of our bike shop and drafts an answer', ['support mail']],
    ['Nobody may ask more than sixty times a minute', []],
    ['Wetterdaten für Höfe sammeln', []],
    ['Something nice', []],
  ])('%s: the entities are %s', (intention, entities) => {
    expect(interpretIntention({ intention }).entities).toEqual(entities)
  })

  it("the caller's entities are used, and an unknown entity raises an open question", () => {
    const intention = 'Something nice'
    expect(interpretIntention({ intention, entities: ['kite'] }).entities).toEqual(['kite'])
    const nameQuestionCount = (entities: readonly string[]) =>
      scaffold({ intention, pattern: 'crud-api', entities, seed: 1 }).envelope.open_questions.filter((each) =>
        each.startsWith('What is the project about?'),
      ).length
    expect([nameQuestionCount([]), nameQuestionCount(['item']), nameQuestionCount(['kite'])]).toEqual([1, 1, 0])
  })

  it('the project type favors patterns, and explicit choices override it', () => {
    const intention = 'Show our opening hours'
    expect(interpretIntention({ intention, projectType: 'cli' }).classification.vocab_score).toBeGreaterThanOrEqual(3)
    expect(interpretIntention({ intention, projectType: 'constructor' })).toEqual(interpretIntention({ intention }))
    const chosen = interpretIntention({ intention, pattern: 'workflow', traits: { exposure: 'partner' } })
    expect([chosen.pattern, chosen.traits.exposure]).toEqual(['workflow', 'partner'])
  })

  it('every example phrasing of every pattern becomes a scaffold', () => {
    expect(PATTERNS.map(({ id }) => id)).toEqual([...PATTERN_IDS])
    for (const { phrasings } of PATTERNS)
      for (const intention of phrasings.filter((_, index) => isLong || index % 5 === 0)) {
        const { pattern, traits, entities } = interpretIntention({ intention })
        expect(scaffold({ intention, pattern, traits, entities, seed: 1 }).files.length).toBeGreaterThan(10)
      }
  })
})
