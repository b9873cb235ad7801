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
import { PATTERN_WORDINGS } from '../../../layers/scaffolds/src/intention/pattern-wordings.ts'
import { PART_WORDINGS } from '../../../layers/scaffolds/src/intention/wordings.ts'
import { PATTERNS } from '../../../layers/scaffolds/src/patterns/index.ts'
import { contextOf, designOf, matchClauses } from '../../../layers/scaffolds/src/render.ts'
import { UNKNOWN_TRAITS } from '../../../layers/scaffolds/src/traits.ts'

const designFor = (pattern: PatternId, intention: string, entity: string, traits: Partial<Traits> = {}) => {
  const said = { intention, pattern, entities: [entity], seed: 1, target: 'both' } as const
  const context = contextOf(said, { ...UNKNOWN_TRAITS, ...PATTERNS[pattern].traits, ...traits }, 'it' as Code)
  return { design: designOf(PATTERNS[pattern], context), context }
}

/** Returns the requirements of a pattern that meet a clause. */
const matchOf = (pattern: PatternId, clause: string, entity = 'order', traits: Partial<Traits> = {}) => {
  const { design, context } = designFor(pattern, clause, entity, traits)
  return matchClauses(clause, design, context)[0] ?? expect.fail('There is no clause')
}

describe('matchClause', () => {
  it('a clause is met if every word is covered, and partly met if some are', () => {
    expect(matchOf('webhook-receiver', 'Receive webhooks about payments', 'payment')).toMatchObject({
      keys: ['receive'],
      unmatched: [],
      missing: [],
      different: [],
    })
    expect(matchOf('webhook-receiver', 'verify the signature')).toMatchObject({
      keys: ['hmac-verified'],
      unmatched: [],
    })
    expect(matchOf('webhook-receiver', 'receive faxes')).toMatchObject({ keys: ['receive'], unmatched: ['faxes'] })
    expect(matchOf('webhook-receiver', 'post a reminder to Slack').keys).toEqual([])
  })

  it('an unknown prohibition is not met', () => {
    expect(matchOf('webhook-receiver', 'do not verify the signature').keys).toEqual([])
    expect(matchOf('webhook-receiver', 'receive webhooks without an id').keys).toEqual([])
  })

  it('a noun alone is accounted for but is not evidence', () => {
    expect(matchOf('file-pipeline', 'files of orders')).toMatchObject({ keys: [], unmatched: [] })
    expect(matchOf('stream-processor', 'readings of trucks', 'refrigerated truck')).toMatchObject({
      keys: [],
      unmatched: [],
    })
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
    ['mcp-server', 'An MCP server that lets an agent search our order catalog', ['mcp']],
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
    expect(matchOf(pattern, clause, 'order', traits)).toMatchObject({ keys, unmatched: [], missing: [], different: [] })
  })

  it('API keys and tokens only meet clauses of projects that use them', () => {
    const key = 'Staff authenticate with API keys'
    expect(matchOf('crud-api', key, 'order', { verification: 'jwt' }).keys).toEqual([])
    expect(matchOf('crud-api', 'Staff authenticate with JWTs').keys).toEqual([])
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
  ])('reports a missing feature: %s, %s', (pattern, clause, missing) => {
    expect(matchOf(pattern, clause)).toMatchObject({ missing })
  })

  it('a clause with an unknown name is not met, even if a wildcard matched the name', () => {
    expect(matchOf('data-sync', 'the new Frobly is added').unmatched).toEqual(['Frobly'])
    expect(matchOf('data-sync', 'Frobly wins')).toMatchObject({ keys: [], unmatched: ['Frobly', 'wins'] })
    expect(matchOf('data-sync', 'the new Order is added').unmatched).toEqual([])
  })

  it.each<[PatternId, string, string]>([
    ['agent-worker', 'at most 20 steps each', '20 steps each, where the code has 8'],
    [
      'edge-proxy',
      'limit each client to 90 requests per minute',
      '90 requests per minute, where the code has 60 and 600',
    ],
    ['data-sync', 'sync orders every hour', 'every hour, where the code has every 15 minutes'],
  ])('reports a different number: %s, %s', (pattern, clause, different) => {
    expect(matchOf(pattern, clause).different).toEqual([different])
  })
})

const readmeOf = ({ files }: Scaffold): string => files.find(({ path }) => path === 'README.md')?.content ?? ''

describe('a scaffold', () => {
  it('each clause of the intention is reported as built or open, with its tests', () => {
    const intention = 'Receive GitHub webhooks, verify the signature, and post a reminder to Slack.'
    const pullRequests = scaffold({
      intention,
      pattern: 'webhook-receiver',
      entities: ['pull request'],
      seed: 1,
      traits: { vendor: 'github' },
    })
    const fromIntention = pullRequests.envelope.requirements.filter(
      ({ source, id }) => source === 'intention' && id !== 'FR-000',
    )
    expect(fromIntention.map(({ text, status }) => [text, status])).toEqual([
      ['Receive GitHub webhooks', 'built'],
      ['verify the signature', 'built'],
      ['post a reminder to Slack', 'open'],
    ])
    const [, signature, reminder] = fromIntention
    expect(pullRequests.envelope.test_plan.some(({ traces }) => traces.includes(signature?.id ?? ''))).toBe(true)
    const said = `"post a reminder to Slack". Not built: Slack, reminder. Not recognized in the project, check: post.`
    expect(readmeOf(pullRequests)).toContain(`- ${reminder?.id} ${said}`)
    expect(pullRequests.envelope.open_questions[0]).toBe(`${reminder?.id} ${said}`)
    expect(pullRequests.emittedFacts.unmet).toBe(1)
  })
})

describe('a partly met clause', () => {
  const toolLoans = scaffold({
    intention: 'Keep the tool loans of our library. Overdue loans are listed separately.',
    pattern: 'crud-api',
    entities: ['loan'],
    seed: 1,
  })

  it('the README names the matched words, and only matching tests are listed', () => {
    const listedClause = toolLoans.envelope.requirements.find(
      ({ text }) => text === 'Overdue loans are listed separately',
    )
    const tests = toolLoans.envelope.test_plan.filter(({ traces }) => traces.includes(listedClause?.id ?? ''))
    expect(listedClause?.status).toBe('partly')
    expect(tests.length).toBeGreaterThan(0)
    for (const each of tests) expect(`${each.given} ${each.when} ${each.then}`).toMatch(/\blist/)
    const ids = tests.map(({ id }) => id).join(', ')
    expect(readmeOf(toolLoans)).toMatch(new RegExp(`Partly met by FR-\\d+, "listed" \\(${ids}\\)`))
  })
})

describe('a warning about the pattern', () => {
  const thirdLineFor = (intention: string, classification: ScaffoldInput['classification']) =>
    readmeOf(scaffold({ intention, pattern: 'crud-api', seed: 1, ...(classification && { classification }) })).split(
      '\n',
    )[2]
  const lowConfidence = { pattern: 'crud-api', confidence: 'low', method: 'vocab', vocab_signal: 'crud-api' } as const

  it('the third line of the README has the warning and the next best pattern', () => {
    expect(thirdLineFor('Keep orders', { ...lowConfidence, runner_up_vocab_signal: 'workflow' })).toBe(
      '**This may be the wrong pattern, crud-api: the intention was classified with low confidence. The next best pattern was workflow; send "pattern" to choose another.**',
    )
    expect(thirdLineFor('Keep orders', { ...lowConfidence, confidence: 'high' })).not.toContain('wrong pattern')
    expect(thirdLineFor('Keep orders', undefined)).not.toContain('wrong pattern')
    expect(thirdLineFor('Xyzzy', undefined)).toContain('no clause of the intention is recognized in the project')
  })
})

describe('wordings and card answers', () => {
  const allDesigns = PATTERN_IDS.flatMap((pattern) =>
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

  const designsOf = (pattern: string) => allDesigns.filter((each) => each.pattern === pattern)

  it.each(Object.keys(PART_WORDINGS))('some part has the requirement %s of the wordings', (key) => {
    expect(allDesigns.some(({ design }) => design.requirements.some((requirement) => requirement.key === key))).toBe(
      true,
    )
  })

  it.each(
    Object.entries(PATTERN_WORDINGS).flatMap(([pattern, meets]) => Object.keys(meets).map((key) => ({ pattern, key }))),
  )('the pattern has the requirement of its wordings: $pattern $key', ({ pattern, key }) => {
    expect(
      designsOf(pattern).some(({ design }) => design.requirements.some((requirement) => requirement.key === key)),
    ).toBe(true)
  })

  it('threats only name existing cards', async () => {
    const shelf = await loadShelf(spreadOfName('scaffold-cast')?.script ?? '')
    const cards = new Set(shelf.flatMap(({ deck }) => deck.cards.map(({ id }) => id)))
    const cardIds = allDesigns.flatMap(({ design }) =>
      design.boundaries.flatMap(({ cells }) =>
        Object.values(cells).flatMap((cell) =>
          typeof cell === 'string'
            ? []
            : cell.flatMap((draft) => (typeof draft === 'string' ? [] : (draft.cardIds ?? []))),
        ),
      ),
    )
    expect(cardIds.length).toBeGreaterThan(50)
    expect(cardIds.filter((id) => !cards.has(id))).toEqual([])
  })
})
