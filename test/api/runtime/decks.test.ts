import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { deckOf, type FaultBody, getDeck, putDeck, run, runtimeKey } from './runtime-world.ts'

interface DeckBody {
  readonly name: string
  readonly version: string
  readonly sha256: string
  readonly cards: readonly { readonly title: string }[]
  readonly versions: readonly { readonly version: string; readonly at: string | null }[]
}

describe('deck registry', () => {
  test('putDeck 201, 200 for the same content, 409 for different content; getDeck 200 and 304', async () => {
    const key = await runtimeKey()
    const created = await putDeck<DeckBody>(key, 'ours', deckOf('ours'))
    expect([created.status, created.headers.get('etag')]).toEqual([201, `"${created.body.sha256}"`])
    const repeated = await putDeck<DeckBody>(key, 'ours', deckOf('ours'))
    expect([repeated.status, repeated.body]).toEqual([200, created.body])
    const changed = await putDeck<FaultBody>(key, 'ours', deckOf('ours', '1.0.0', 'Another title'))
    expect([changed.status, changed.body.code]).toEqual([409, 'deck_version_exists'])
    await putDeck(key, 'ours', deckOf('ours', '1.10.0', 'The newest'))
    await putDeck(key, 'ours', deckOf('ours', '1.9.0', 'Before it'))
    const newest = await getDeck<DeckBody>(key, 'ours')
    expect(newest.body.versions.map(({ version }) => version)).toEqual(['1.10.0', '1.9.0', '1.0.0'])
    expect(newest.body.cards[0]?.title).toBe('The newest')
    const oldest = await getDeck<DeckBody>(key, 'ours', '?version=1.0')
    expect([oldest.body.version, oldest.body.sha256]).toEqual(['1.0.0', created.body.sha256])
    const notModified = await getDeck(key, 'ours', '', { 'if-none-match': String(newest.headers.get('etag')) })
    expect(notModified.status).toBe(304)
  })

  test('listDecks 200: decks of the organization replace built-in ones of the same name; other organizations do not see them', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    await putDeck(ada, 'stride-core', deckOf('stride-core', '1.7.0'))
    await putDeck(ada, 'ours', deckOf('ours', '1.0.0'))
    await putDeck(ada, 'ours', deckOf('ours', '1.2.0'))
    const listDecks = async (key: string) =>
      (
        await call<{ decks: { name: string; version: string; origin: string }[] }>('GET', '/decks/registry', {
          key,
          as: 'listDecks',
        })
      ).body.decks
    const ownDecks = await listDecks(ada)
    const foreignDecks = await listDecks(bob)
    expect(ownDecks.filter(({ origin }) => origin === 'organization')).toEqual([
      { name: 'ours', version: '1.2.0', origin: 'organization' },
      { name: 'stride-core', version: '1.7.0', origin: 'organization' },
    ])
    expect(foreignDecks.find(({ name }) => name === 'stride-core')).toEqual({
      name: 'stride-core',
      version: '1.0.0',
      origin: 'built-in',
    })
    expect(foreignDecks).toHaveLength(ownDecks.length - 1)
    expect(ownDecks.map(({ name }) => name)).toEqual(ownDecks.map(({ name }) => name).toSorted())
  })

  test("getDeck 200 for a built-in deck, 404 for another organization's and for a missing one", async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    await putDeck(ada, 'secret-deck', deckOf('secret-deck'))
    const { status, body } = await getDeck<DeckBody>(bob, 'stride-core')
    expect([status, body.versions]).toMatchObject([200, [{ version: '1.0.0', at: null }]])
    expect((await getDeck(bob, 'secret-deck')).status).toBe(404)
    expect((await getDeck(bob, 'no-such-deck')).status).toBe(404)
    expect((await getDeck(ada, 'secret-deck', '?version=2')).status).toBe(404)
  })

  test('putDeck 400: a name other than in the path, an invalid condition; 403 without the scope', async () => {
    const key = await runtimeKey()
    const fieldOf = async (slug: string, deck: object) => {
      const { status, body } = await putDeck<FaultBody>(key, slug, deck)
      return [status, body.errors?.[0]?.field]
    }
    expect(await fieldOf('theirs', deckOf('ours'))).toEqual([400, 'name'])
    const deck = deckOf('ours')
    expect(await fieldOf('ours', { ...deck, cards: [{ ...deck.cards[0], when: 'trigger ==' }] })).toEqual([
      400,
      'cards.0.when',
    ])
    expect(await fieldOf('ours', { ...deck, cards: [] })).toEqual([400, 'cards'])
    expect((await putDeck(await runtimeKey(['runtime:read']), 'ours', deck)).status).toBe(403)
  })

  test('putDeck 409 beyond 20 versions', async () => {
    const key = await runtimeKey()
    for (let minor = 0; minor < 20; minor++)
      expect((await putDeck(key, 'ours', deckOf('ours', `1.${minor}.0`))).status).toBe(201)
    const full = await putDeck<FaultBody & { limit: number }>(key, 'ours', deckOf('ours', '2.0.0'))
    expect([full.status, full.body.code, full.body.limit]).toEqual([409, 'deck_limit_reached', 20])
  })

  test('runReading 200 with decks of the organization before built-in ones', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    await putDeck(ada, 'stride-core', deckOf('stride-core', '1.7.0'))
    const script = 'spread own\ndeck d = stride-core@1\nposition p "What?"\n  draw 1 from d\n'
    const ownReading = await run(ada, { script })
    const foreignReading = await run(bob, { script })
    expect(ownReading.body.replay.decks).toMatchObject([{ name: 'stride-core', version: '1.7.0' }])
    expect(ownReading.body.cards.map(({ id }) => id)).toEqual(['owner'])
    expect(foreignReading.body.replay.decks).toMatchObject([{ name: 'stride-core', version: '1.0.0' }])
  })
})

describe('POST /classify', () => {
  interface Classified {
    readonly classification: { readonly pattern: string; readonly confidence: string; readonly method: string }
    readonly traits: Readonly<Record<string, string>>
    readonly tier2_recommended: boolean
  }
  const classify = <Body = Classified>(key: string, body: object) =>
    call<Body>('POST', '/classify', { key, body, as: 'classifyIntention' })

  test('classifyIntention 200 with a pattern', async () => {
    const { status, body } = await classify(await runtimeKey(), { intention: 'A webhook receiver for Stripe', seed: 1 })
    expect([status, body.classification]).toMatchObject([200, { pattern: 'webhook-receiver', method: 'vocab' }])
    expect([body.traits.trigger, body.tier2_recommended]).toEqual(['webhook', body.classification.confidence === 'low'])
  })

  test('classifyIntention 200 with a card of the deck in the request, of the organization, or built in; 404 for a deck of another organization', async () => {
    const ada = await runtimeKey()
    const bob = await runtimeKey()
    const intention = 'Nobody is the owner of it'
    const inline = await classify(ada, { intention, deck: deckOf('mine'), deck_alias: 'mine' })
    expect(inline.body.classification.pattern).toBe('owner')
    await putDeck(ada, 'kept', deckOf('kept'))
    expect((await classify(ada, { intention, deck_ref: 'kept' })).body.classification.pattern).toBe('owner')
    expect((await classify(ada, { intention, deck_ref: 'stride-core' })).status).toBe(200)
    const foreign = await classify<FaultBody>(bob, { intention, deck_ref: 'kept' })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'unknown_deck'])
  })

  test('classifyIntention 400: an empty intention, a deck without its name, both decks, an invalid deck', async () => {
    const key = await runtimeKey()
    const fieldOf = async (body: object) => {
      const { status, body: answer } = await classify<FaultBody>(key, body)
      return [status, answer.errors?.[0]?.field]
    }
    const intention = 'A thing'
    expect(await fieldOf({ intention: '  ' })).toEqual([400, 'intention'])
    expect(await fieldOf({ intention, deck: deckOf('mine') })).toEqual([400, 'deck_alias'])
    expect(await fieldOf({ intention, deck_alias: 'mine' })).toEqual([400, 'deck_alias'])
    expect(await fieldOf({ intention, deck: deckOf('mine'), deck_alias: 'mine', deck_ref: 'cto' })).toEqual([
      400,
      'deck_ref',
    ])
    const twice = { ...deckOf('mine'), cards: [...deckOf('mine').cards, ...deckOf('mine').cards] }
    expect(await fieldOf({ intention, deck: twice, deck_alias: 'mine' })).toEqual([400, 'deck.cards.1.id'])
  })
})
