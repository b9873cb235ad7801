import { loadShelf, spreadOfName } from '@signet/readings'
import {
  PATTERN_IDS,
  type PatternId,
  type Scaffold,
  type ScaffoldInput,
  scaffold,
  type Traits,
} from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import type { Code } from '../../../layers/scaffolds/src/code.ts'
import { clausesOf } from '../../../layers/scaffolds/src/intention/clauses.ts'
import { figuresOf } from '../../../layers/scaffolds/src/intention/figures.ts'
import { PATTERN_WORDINGS } from '../../../layers/scaffolds/src/intention/pattern-wordings.ts'
import { PART_WORDINGS } from '../../../layers/scaffolds/src/intention/wordings.ts'
import { PATTERNS } from '../../../layers/scaffolds/src/patterns/index.ts'
import { askedOf, contextOf, designOf } from '../../../layers/scaffolds/src/render.ts'
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

const designed = (pattern: PatternId, intention: string, entity: string, traits: Partial<Traits> = {}) => {
  const said = { intention, pattern, entities: [entity], seed: 1, target: 'both' } as const
  const context = contextOf(said, { ...UNKNOWN_TRAITS, ...PATTERNS[pattern].traits, ...traits }, 'it' as Code)
  return { design: designOf(PATTERNS[pattern], context), context }
}

/** What of a clause a pattern meets whose intention it is. */
const met = (pattern: PatternId, clause: string, entity = 'order', traits: Partial<Traits> = {}) => {
  const { design, context } = designed(pattern, clause, entity, traits)
  return askedOf(clause, design, context)[0] ?? expect.fail('There is no clause')
}

describe('what meets a clause', () => {
  it('is built when every word of it is spoken of, and in part when some are', () => {
    expect(met('webhook-receiver', 'Receive webhooks about payments', 'payment')).toMatchObject({
      ...{ keys: ['receive'], left: [], absent: [], otherwise: [] },
    })
    expect(met('webhook-receiver', 'verify the signature')).toMatchObject({ keys: ['hmac-verified'], left: [] })
    expect(met('webhook-receiver', 'receive faxes')).toMatchObject({ keys: ['receive'], left: ['faxes'] })
    expect(met('webhook-receiver', 'post a reminder to Slack').keys).toEqual([])
  })

  it('is never a prohibition that nobody knows', () => {
    expect(met('webhook-receiver', 'do not verify the signature').keys).toEqual([])
    expect(met('webhook-receiver', 'receive webhooks without an id').keys).toEqual([])
  })

  it('is no requirement for a noun alone: nouns account for words and prove nothing', () => {
    expect(met('file-pipeline', 'files of orders')).toMatchObject({ keys: [], left: [] })
    expect(met('stream-processor', 'readings of trucks', 'refrigerated truck')).toMatchObject({ keys: [], left: [] })
  })

  it.each<[PatternId, string, string[], Partial<Traits>?]>([
    ['http-api', 'It stores nothing', ['assess']],
    ['crud-api', 'Volunteers authenticate with an API key', ['caller-verified']],
    ['crud-api', 'Members sign in with JWTs', ['caller-verified'], { verification: 'jwt' }],
    ['crud-api', 'keep track of orders', ['items']],
    ['webhook-receiver', 'refuse forged ones', ['hmac-verified']],
    ['queue-consumer', 'an order must never be mailed twice', ['once']],
    ['queue-consumer', 'with a dead letter queue', ['queue-partial']],
    ['scheduled-job', 'Every Monday at 7', ['periods']],
    ['stream-processor', 'An order must not count twice', ['windows']],
    ['stream-processor', 'count orders per minute', ['windows']],
    ['file-pipeline', 'Reject files above 10 MB', ['refused']],
    ['auth-gateway', 'checks OAuth access tokens', ['caller-verified']],
    ['auth-gateway', 'enforces scopes for each route', ['ruled']],
    ['edge-proxy', 'each client is rate limited', ['limited']],
    ['edge-proxy', 'strips cookies', ['forwarded']],
    ['mcp-server', 'An MCP server that lets an agent search our order catalogue', ['mcp']],
    ['mcp-server', 'Read only', ['mcp']],
    ['rag-service', 'answers only with sources', ['grounded']],
    ['agent-worker', 'at most 8 steps each', ['bounded']],
    ['event-fanout', 'Retry each on its own', ['queue-partial', 'retry', 'redelivered']],
    ['data-sync', 'Keep orders in sync every 15 minutes', ['synced']],
    ['data-sync', 'those who left are removed', ['synced']],
    ['data-sync', 'If an order was changed on both sides, the source wins', ['synced']],
    ['realtime-hub', 'A chat over WebSockets', ['room']],
    ['workflow', 'ask a manager for approval above 100 euros', ['approval']],
  ])('%s: %s', (pattern, clause, keys, traits) => {
    expect(met(pattern, clause, 'order', traits)).toMatchObject({ keys, left: [], absent: [], otherwise: [] })
  })

  it('is said of API keys only where there are keys, and of tokens only where there are tokens', () => {
    const key = 'Staff authenticate with API keys'
    expect(met('crud-api', key, 'order', { verification: 'jwt' }).keys).toEqual([])
    expect(met('crud-api', 'Staff authenticate with JWTs').keys).toEqual([])
  })

  it.each<[PatternId, string, string[]]>([
    ['file-pipeline', 'Users upload orders as PDF files', ['PDF files']],
    ['edge-proxy', 'GET requests to /iiif pass', ['/iiif']],
    ['auth-gateway', 'rate limits each client', ['rate limits each client']],
    ['data-sync', 'sync orders with Airtable', ['Airtable']],
    ['crud-api', 'each order has a due date', ['a due date']],
    ['workflow', 'pay the order', ['pay']],
    ['data-sync', 'If an order was changed on both sides, Airtable wins', ['Airtable']],
    ['data-sync', 'new Salesforce is added', ['Salesforce']],
    ['crud-api', 'Shopify members authenticate with an API key', ['Shopify']],
  ])('is certainly not built: %s, %s', (pattern, clause, absent) => {
    expect(met(pattern, clause)).toMatchObject({ absent })
  })

  it('is never built with a name that no file has, whatever took its place in a wording', () => {
    expect(met('data-sync', 'the new Frobly is added').left).toEqual(['Frobly'])
    expect(met('data-sync', 'Frobly wins')).toMatchObject({ keys: [], left: ['Frobly', 'wins'] })
    expect(met('data-sync', 'the new Order is added').left).toEqual([])
  })

  it.each<[PatternId, string, string]>([
    ['agent-worker', 'at most 20 steps each', '20 steps each, where the code has 8'],
    [
      'edge-proxy',
      'limit each client to 90 requests per minute',
      '90 requests per minute, where the code has 60 and 600',
    ],
    ['data-sync', 'sync orders every hour', 'every hour, where the code has every 15 minutes'],
  ])('is another figure: %s, %s', (pattern, clause, otherwise) => {
    expect(met(pattern, clause).otherwise).toEqual([otherwise])
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
    const said = `"post a reminder to Slack". Not built: Slack, reminder. Not recognised in what is built, check: post.`
    expect(readmeOf(made)).toContain(`- ${reminder?.id} ${said}`)
    expect(made.envelope.open_questions[0]).toBe(`${reminder?.id} ${said}`)
    expect(made.emittedFacts.unmet).toBe(1)
  })
})

describe('a doubt about the pattern', () => {
  const third = (intention: string, classification: ScaffoldInput['classification']) =>
    readmeOf(scaffold({ intention, pattern: 'crud-api', seed: 1, ...(classification && { classification }) })).split(
      '\n',
    )[2]
  const low = { pattern: 'crud-api', confidence: 'low', method: 'vocab', vocab_signal: 'crud-api' } as const

  it('stands in the third line of README, with the pattern that came next', () => {
    expect(third('Keep orders', { ...low, runner_up_vocab_signal: 'workflow' })).toBe(
      '**This may be the wrong pattern, crud-api: the intention was classified with low confidence. The next was workflow; send "pattern" to choose another.**',
    )
    expect(third('Keep orders', { ...low, confidence: 'high' })).not.toContain('wrong pattern')
    expect(third('Keep orders', undefined)).not.toContain('wrong pattern')
    expect(third('Xyzzy', undefined)).toContain('no clause of the intention is recognised in what is built')
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
