import { interpretIntention, type PatternId, type Scaffold, scaffold, type Traits } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import { CARDS } from './cards.ts'

const contentOf = ({ files }: Scaffold, path: string): string => files.find((file) => file.path === path)?.content ?? ''

const scaffoldOf = (
  intention: string,
  pattern: PatternId,
  traits: Partial<Traits> = {},
  ids: readonly string[] = [],
) => {
  const [card] = CARDS
  const cards = card === undefined ? [] : ids.map((id) => ({ ...card, id, stride: 'T' as const }))
  const interpreted = interpretIntention({ intention, pattern, traits })
  return scaffold({ intention, pattern, traits: interpreted.traits, entities: interpreted.entities, seed: 1, cards })
}

const grantsOf = (project: Scaffold): string[] =>
  [...contentOf(project, 'infrastructure/stack.ts').matchAll(/table\.grant\((\w+)\.fn, ([^)]*)\)/g)].map(
    ([, fn, verbs = '']) => `${fn}: ${verbs.replaceAll(/'|dynamodb:/g, '')}`,
  )

describe('rights of a function', () => {
  it.each([
    ['mcp-server', 'Search our orders, read only', ['httpFunction: GetItem, Query']],
    ['mcp-server', 'Add orders', ['httpFunction: GetItem, PutItem, Query']],
    [
      'webhook-receiver',
      'Take events about orders',
      ['httpFunction: GetItem, PutItem', 'queueFunction: GetItem, PutItem, DeleteItem'],
    ],
    ['crud-api', 'Keep orders', ['httpFunction: GetItem, PutItem, DeleteItem, Query']],
    ['stream-processor', 'Average readings', ['streamFunction: GetItem, PutItem']],
  ] as const)('%s, "%s": the grants match the calls that the handler reaches', (pattern, intention, grants) => {
    expect(grantsOf(scaffoldOf(intention, pattern))).toEqual(grants)
  })

  it('a service that only reads has neither the code nor the threat of writes', () => {
    const { files, envelope } = scaffoldOf('Search our orders, read only', 'mcp-server')
    const source = files.filter(({ path }) => path.startsWith('src/order/')).map(({ content }) => content)
    expect(source.join()).not.toMatch(/records\.(?:insert|replace|remove)/)
    expect(envelope.threats.map(({ action }) => action)).not.toContain("overwrite each other's changes")
  })
})

describe('drawn cards', () => {
  const cardsOf = (project: Scaffold) =>
    project.envelope.threats.flatMap(({ card, status }) => (card === undefined ? [] : [`${card} ${status}`]))

  it('only cards that match the design are kept', () => {
    const ids = [
      'stride-two-writers',
      'stride-poison',
      'stride-forgotten-route',
      'stride-open-url',
      'stride-told-by-text',
    ]
    expect(cardsOf(scaffoldOf('Check access tokens', 'auth-gateway', {}, ids))).toEqual([
      'stride-forgotten-route mitigated',
    ])
    expect(cardsOf(scaffoldOf('Average readings', 'stream-processor', {}, ids))).toEqual([
      'stride-two-writers mitigated',
      'stride-poison mitigated',
    ])
    expect(cardsOf(scaffoldOf('Tell subscribers about orders', 'event-fanout', {}, ids))).toContain(
      'stride-open-url mitigated',
    )
  })

  it('a card without a matching threat is reported as open', () => {
    const project = scaffoldOf('Keep orders', 'crud-api', {}, ['stride-supply-chain'])
    expect(cardsOf(project)).toEqual(['stride-supply-chain open'])
    expect(project.governance.threat_model).toContain('no test covers this card')
    expect(project.governance.threat_model).not.toContain('nothing here mitigates')
  })
})

describe('events of GitHub', () => {
  const rulesOf = (intention: string, kebab: string) =>
    contentOf(scaffoldOf(intention, 'webhook-receiver', { vendor: 'github' }), `src/${kebab}/read-${kebab}-event.ts`)

  it("the source reads the entity's events, without a time tolerance", () => {
    expect(rulesOf('Receive webhooks of GitHub about issues', 'issue')).toContain(
      "HANDLED_EVENT = { event: 'issues', object: 'issue' }",
    )
    const project = scaffoldOf('Receive GitHub webhooks about pull requests', 'webhook-receiver', { vendor: 'github' })
    expect(contentOf(project, 'src/verification/authenticate.ts')).not.toMatch(/TOLERANCE|isTimely|nowMs/)
  })

  it('an entity without a GitHub event raises an open question', () => {
    const { envelope } = scaffoldOf('Receive GitHub webhooks about suppliers', 'webhook-receiver', { vendor: 'github' })
    expect(envelope.open_questions.join()).toContain('Which GitHub event is about a supplier?')
  })
})

describe('the documents of a project', () => {
  it('documents only mention the chosen target', () => {
    const adrFor = (target: 'aws' | 'both') =>
      scaffold({ intention: 'Average readings', pattern: 'stream-processor', seed: 1, target }).governance.adr
    expect(adrFor('aws')).not.toContain('Cloudflare')
    expect(adrFor('both')).toContain('on Cloudflare messages have no order')
  })

  it('the threat model matches the tenant setting', () => {
    const { governance } = scaffoldOf('Keep orders', 'crud-api', { verification: 'jwt', multi_tenant: 'no' })
    expect(governance.threat_model).toMatch(/TENANT\\?_CLAIM has the value none, so all callers are one tenant/)
  })
})
