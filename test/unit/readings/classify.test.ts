import { TRAITS } from '@signet/readings'
import { classify, PATTERNS, TRAIT_NAMES, type Traits, traitsOf } from '@signet/readings/classify'
import { describe, expect, it } from 'vitest'
import {
  readIntention,
  termsOf,
  vocabulary,
  vocabularyScore,
} from '../../../layers/readings/src/classify/vocabulary.ts'

const classificationOf = (intention: string) => classify({ intention }).classification

describe('the catalog', () => {
  it('the catalog has 18 patterns, each with names and at least 20 phrasings', () => {
    expect(PATTERNS).toHaveLength(18)
    const phrasings = PATTERNS.flatMap((pattern) => pattern.phrasings)
    expect(new Set(phrasings).size).toBe(phrasings.length)
    for (const { id, phrasings: patternPhrasings } of PATTERNS)
      expect([id, patternPhrasings.length >= 20]).toEqual([id, true])
  })
})

describe('words of an intention', () => {
  const score = (text: string, names: string, typical = '') =>
    vocabularyScore(readIntention(text), vocabulary([...termsOf(names, 4), ...termsOf(typical, 2)]))

  it('words count once, the longest phrase first, and no word counts in two phrases', () => {
    expect(score('a webhook', 'webhook')).toBe(6)
    expect(score('webhook, webhooks, webhook', 'webhook')).toBe(6)
    expect(score('a web hook handler', 'hook', 'hook handler')).toBe(4)
    expect(score('the service that has a webhook', 'webhook')).toBe(4)
  })

  it('a term in the head of the sentence gets a bonus', () => {
    expect(classificationOf('A CLI that uploads files')).toMatchObject({
      pattern: 'cli-tool',
      method: 'vocab',
      vocab_score: 6,
    })
    expect(score('something that takes a webhook', 'webhook')).toBe(4)
    expect(score('one two three four five six seven eight webhook', 'webhook')).toBe(4)
  })
})

describe('a classification', () => {
  it('an intention that names a pattern gets high confidence and a runner-up', () => {
    const named = classificationOf('Receive Stripe webhooks, verify the HMAC signature and mark orders as paid')
    expect(named).toMatchObject({ pattern: 'webhook-receiver', confidence: 'high', method: 'vocab' })
    expect(named.runner_up_vocab_signal).not.toBe('webhook-receiver')
    expect(classify({ intention: 'Receive Stripe webhooks' }).tier2_recommended).toBe(false)
  })

  it.each([
    ['crud-api', 'Track the spare parts of our workshop: each part has a shelf. Staff authenticate with API keys.'],
    [
      'crud-api',
      'Keep the tool loans of a library: each loan has a due date. Volunteers authenticate with an API key.',
    ],
    ['crud-api', 'Store the recipes of our restaurant; cooks authenticate with OAuth and may search by allergen.'],
    ['event-fanout', 'Publish each new vacancy to all subscribers: newspaper, website and job board'],
    ['queue-consumer', 'Send a text message to the parents when a bus is late, reading positions from a queue'],
    ['auth-gateway', 'An auth gateway in front of our services: verifies JWTs and enforces scopes for each route'],
  ])('the pattern %s is found for unusual wordings: %s', (pattern, intention) => {
    expect(classificationOf(intention).pattern).toBe(pattern)
  })

  it('the authentication of callers does not change the pattern, unless it is the subject', () => {
    const keeps = 'A service to manage the loans of a tool library'
    for (const credential of ['API keys', 'JWTs', 'an OAuth access token', 'OIDC'])
      expect(classificationOf(`${keeps}; volunteers sign in with ${credential}`)).toEqual(
        classificationOf(`${keeps}; volunteers`),
      )
    expect(classificationOf('Users sign in with OAuth').pattern).toBe('auth-gateway')
  })

  it('relevance decides when no keyword matches, and a person or model is recommended', () => {
    const { classification, tier2_recommended } = classify({ intention: 'Our volunteers note who borrowed which tool' })
    expect(classification).toMatchObject({ method: 'relevance', confidence: 'low', pattern: 'crud-api' })
    expect(tier2_recommended).toBe(true)
  })

  it('an intention without matching words has no runner-up', () => {
    expect(classificationOf('xyzzy')).toMatchObject({
      vocab_signal: 'none',
      runner_up_vocab_signal: null,
      runner_up_vocab_score: null,
    })
    expect(classificationOf('xyzzy')).toMatchObject({
      vocab_score: 0,
      relevance_score: 0,
      method: 'relevance',
      confidence: 'low',
    })
  })

  it('cards can replace patterns', () => {
    const card = { id: 'a', title: 'Bees', question: 'Where do they sleep?', why: 'They tire', tells: ['bee', 'hive'] }
    const wasps = { ...card, id: 'b', title: 'Wasps', tells: ['wasp'], must: true }
    const classifyByCards = (intention: string) => classify({ intention, cards: [card, wasps] }).classification
    expect(classifyByCards('a wasp in the hive')).toMatchObject({
      pattern: 'b',
      vocab_score: 6,
      runner_up_vocab_signal: 'a',
    })
  })

  it('the same intention gives the same result after any other call', () => {
    const texts = PATTERNS.flatMap(({ phrasings }) => phrasings)
    const all = () => texts.map((intention) => JSON.stringify(classify({ intention })))
    expect(all()).toEqual(all())
  })
})

describe('traits', () => {
  it('traits have the names that cards and scripts can ask about, and allowed values', () => {
    expect([...TRAIT_NAMES].toSorted()).toEqual(Object.keys(TRAITS).toSorted())
    for (const { id, phrasings } of PATTERNS)
      for (const intention of phrasings)
        for (const [name, value] of Object.entries(traitsOf(intention, id))) {
          const { type, options } = TRAITS[name] ?? {}
          const allowed = type === 'yes/no' ? ['yes', 'no'] : options
          const values = type === 'any of' && options ? value.split(',') : [value]
          for (const each of values)
            expect([name, each, allowed === undefined || [...allowed, 'unknown'].includes(each)]).toEqual([
              name,
              each,
              true,
            ])
        }
  })

  it.each<[string, string, Partial<Traits>]>([
    [
      'webhook-receiver',
      'Receive Stripe webhooks with an HMAC signature',
      { trigger: 'webhook', verification: 'hmac', vendor: 'stripe', exposure: 'public' },
    ],
    [
      'crud-api',
      'Keep patients of a clinic per tenant',
      { data_classes: 'pii,phi', multi_tenant: 'yes', route_shape: 'resource' },
    ],
    ['queue-consumer', 'Work off messages', { data_classes: 'unknown', trigger: 'queue', route_shape: 'none' }],
    ['http-api', 'A GraphQL API over public data', { route_shape: 'graphql', data_classes: 'none' }],
  ])('with the pattern %s, words of the intention set traits: %s', (pattern, intention, expected) => {
    expect(traitsOf(intention, pattern)).toMatchObject(expected)
  })
})
