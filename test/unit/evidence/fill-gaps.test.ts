import {
  type Asset,
  beginFill,
  CEILING_MICRO_USD,
  contentSha256,
  type FillOptions,
  type FillState,
  fabricationsIn,
  fillOnce,
  gapFillSha256,
  type Reviser,
  ReviserFailed,
  type ReviserReply,
  type RevisionRequest,
  ruleReviser,
} from '@signet/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../support/scale.ts'
import { EEAT } from './world.ts'

const BODY =
  'By Ada Kay\n\nOur bakery moved the dough into a retarder. I weighed the waste of sourdough every night on the bench scale for 4 weeks, and wrote the kilograms into a ledger. Waste fell by 40 percent.'

const asset = (id: string, members: Partial<Asset> = {}): Asset => ({
  id,
  type: 'expert_quote',
  title: 'A baker on sourdough',
  domains: ['food'],
  content: { quote: 'Cold dough forgives what warm dough never would', role: 'head baker', organization: 'Brodie’s' },
  authorName: 'Kim Day',
  sourceUrl: 'https://brodies.example/bakers',
  usageCount: 0,
  createdAt: '2026-10-01T00:00:00Z',
  ...members,
})

const FINDING = asset('finding', {
  type: 'research_finding',
  title: 'Sourdough review 2025',
  sourceUrl: 'https://doi.org/10.1000/1',
  content: { finding: 'Slow fermentation of sourdough builds acid.', method: 'Measured by titration.' },
})

const options: FillOptions = { policy: EEAT, maxIterations: 3 }
const signal = new AbortController().signal

/** A scripted reviser: its answers, call by call, and its requests. */
const scriptedReviser = (answers: readonly ((requests: RevisionRequest) => ReviserReply)[], estimate = 1_000) => {
  const requests: RevisionRequest[] = []
  const reviser: Reviser = {
    name: 'scripted',
    estimate: () => estimate,
    revise: async (request) => {
      requests.push(request)
      return (answers[Math.min(requests.length, answers.length) - 1] as (requests: RevisionRequest) => ReviserReply)(
        request,
      )
    },
  }
  return { reviser, requests }
}

const fillToEnd = async (
  reviser: Reviser,
  library: readonly Asset[] = [asset('quote'), FINDING],
  optionChanges: Partial<FillOptions> = {},
  body = BODY,
): Promise<FillState> => {
  const fillOptions = { ...options, ...optionChanges }
  let state = beginFill({ body, domains: ['food'] }, fillOptions)
  for (let guard = 0; state.endReason === undefined && guard < 10; guard++)
    state = await fillOnce(state, fillOptions, { reviser, library, signal })
  return state
}

const unchangedText = ({ content }: RevisionRequest): ReviserReply => ({ body: content.body, cost: 500 })

describe('gap-fill', () => {
  it('ends before its first iteration without gaps, and calls no reviser', () => {
    const state = beginFill(BODY, { ...options, targetPillars: [] })
    expect([state.endReason, state.initialGaps, state.log]).toEqual(['converged', 0, []])
  })

  it('reports an inserted image, and inserts it once', async () => {
    const content = { url: 'https://brodies.example/a.jpg', alt: 'The sourdough retarder with its door open' }
    const picture = asset('picture', { type: 'original_visual', content })
    const state = await fillToEnd(ruleReviser, [asset('quote'), picture, { ...picture, id: 'twin' }])
    expect(state.inserted).toHaveLength(2)
    expect(state.log.flatMap(({ assets }) => assets).toSorted()).toEqual(state.inserted.toSorted())
    expect(state.content.body.split('![The sourdough retarder')).toHaveLength(2)
  })

  it('inserts assets once each, logs each iteration, and ends when the rules have nothing to add', async () => {
    const state = await fillToEnd(ruleReviser, [asset('quote'), FINDING, { ...FINDING, id: 'twin' }])
    expect(state.inserted.toSorted()).toEqual(['quote', expect.stringMatching(/finding|twin/)].toSorted())
    expect(state.content.body.split('Slow fermentation')).toHaveLength(2)
    expect([state.endReason, state.spent, state.gaps < state.initialGaps]).toEqual(['llm_bail', 0, true])
    expect(state.log.map(({ iteration, assets }) => [iteration, assets.length])).toEqual([
      [1, 2],
      [2, 0],
    ])
    expect(state.log.every(({ gapsBefore, gapsAfter }) => gapsAfter <= gapsBefore)).toBe(true)
    expect(await fillToEnd(ruleReviser, [asset('quote'), FINDING, { ...FINDING, id: 'twin' }])).toEqual(state)
  })

  it('fills only the requested pillars', async () => {
    const state = await fillToEnd(ruleReviser, [asset('quote'), FINDING], { targetPillars: ['Authoritativeness'] })
    expect(state.inserted).toEqual(['finding'])
    expect(state.initialGaps).toBeLessThan(beginFill({ body: BODY, domains: ['food'] }, options).initialGaps)
  })

  it.each([
    ['max_iterations', [unchangedText], { maxIterations: 1 }, 1],
    ['schema_drift', [() => ({ outcome: 'drift', cost: 700 })], {}, 1],
    ['llm_bail', [() => ({ outcome: 'declined', cost: 700 })], {}, 1],
    ['llm_bail', [() => ({ body: ' ', cost: 700 })], {}, 1],
    ['llm_bail', [(requests: RevisionRequest) => ({ body: `${requests.content.body} 77 percent.`, cost: 700 })], {}, 2],
    ['cost_ceiling', [unchangedText], { ceiling: 999 }, 0],
  ] as const)(
    'ends with %s and retains the assets inserted by rules',
    async (expectedEnd, answers, optionChanges, calls) => {
      const { reviser, requests } = scriptedReviser(answers as never)
      const state = await fillToEnd(reviser, [asset('quote'), FINDING], optionChanges)
      expect([state.endReason, requests.length]).toEqual([expectedEnd, calls])
      expect(state.inserted.toSorted()).toEqual(['finding', 'quote'])
      expect(state.spent).toBe(state.log.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0))
    },
  )

  it('passes the reason of a rejection to the reviser', async () => {
    const { reviser, requests } = scriptedReviser([
      ({ content }) => ({ body: `${content.body} It is 77 percent.`, cost: 1 }),
    ])
    const { log, rejectedCount: rejected } = await fillToEnd(reviser)
    expect(requests.map(({ rejectionReason }) => rejectionReason)).toEqual([undefined, expect.stringContaining('"77"')])
    expect([rejected, log.map(({ note }) => note)]).toEqual([
      2,
      [expect.stringContaining('number'), expect.stringContaining('number')],
    ])
  })

  it('does not count an asset that a reviser removes', async () => {
    const spare = asset('spare', {
      content: { quote: 'Nobody needs to hear of sourdough a second time today', role: 'baker' },
    })
    const { reviser } = scriptedReviser([
      ({ content }) => ({ body: content.body.replace(/> “Nobody needs[^\n]*\n>\n[^\n]*\n/, ''), cost: 1 }),
    ])
    const state = await fillToEnd(reviser, [asset('quote'), spare, FINDING], { maxIterations: 1 })
    expect(state.content.body).toContain('Cold dough')
    expect(state.content.body).not.toContain('Nobody needs')
    expect([state.inserted.toSorted(), state.log[0]?.assets.length]).toEqual([['finding', 'quote'], 2])
  })

  it('fails with the estimated cost if the first call fails, and ends if a later one does', async () => {
    const failing = scriptedReviser([() => ({ outcome: 'failed', cost: 900, cause: new Error('away') })])
    const thrown = await fillToEnd(failing.reviser).catch((error: unknown) => error)
    expect([thrown instanceof ReviserFailed, (thrown as ReviserFailed).spent]).toEqual([true, 900])
    const later = scriptedReviser([
      ({ content }) => ({ body: content.body.replace('moved', 'had moved'), cost: 500 }),
      () => ({ outcome: 'failed', cost: 900 }),
    ])
    const { endReason, spent, log } = await fillToEnd(later.reviser)
    expect([endReason, spent, log.map(({ note }) => note !== undefined)]).toEqual(['llm_bail', 1_400, [false, true]])
  })

  it('continues from JSON, and has a hash of its steps without notes', async () => {
    const { reviser } = scriptedReviser([unchangedText])
    const first = await fillOnce(beginFill(BODY, options), options, { reviser, library: [FINDING], signal })
    const copied = JSON.parse(JSON.stringify(first)) as FillState
    const [original, resumed] = await Promise.all(
      [first, copied].map((state) => fillOnce(state, options, { reviser, library: [FINDING], signal })),
    )
    expect(original).toEqual(resumed)
    const hash = gapFillSha256(first, EEAT)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(gapFillSha256({ ...first, log: first.log.map((each) => ({ ...each, note: 'other' })) }, EEAT)).toBe(hash)
    expect(gapFillSha256({ ...first, gaps: first.gaps + 1 }, EEAT)).not.toBe(hash)
    expect(first.inputHash).toBe(contentSha256(BODY))
  })

  it('property: any answers of a model respect cost, sources and preservation', async () => {
    const outcome = fc.constantFrom<'drift' | 'declined' | 'failed'>('drift', 'declined', 'failed')
    const tail = fc.oneof(
      fc.constantFrom('', ' Sales rose 93 percent.', ' See https://made.up/x.', ' “Nobody said this” said Dr. No, MD.'),
      fc.string({ maxLength: 40 }),
    )
    const answer = fc.oneof(
      fc.record({ outcome, cost: fc.nat(400_000) }),
      fc.record({ tail, cost: fc.nat(400_000), isCut: fc.boolean() }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 300_000 }),
        async (answers, estimate) => {
          const costs = Array.from({ length: 5 }, (_, nth) =>
            Math.min(answers[Math.min(nth, answers.length - 1)]?.cost ?? 0, estimate),
          )
          const { reviser, requests } = scriptedReviser(
            answers.map((scriptedAnswer) => ({ content }: RevisionRequest): ReviserReply => {
              const cost = Math.min(scriptedAnswer.cost, estimate)
              if ('outcome' in scriptedAnswer) return { outcome: scriptedAnswer.outcome, cost }
              return {
                body: `${scriptedAnswer.isCut ? content.body.slice(40) : content.body}${scriptedAnswer.tail}`,
                cost,
              }
            }),
            estimate,
          )
          const state = await fillToEnd(reviser, [asset('quote'), FINDING], { maxIterations: 5 }).catch((error) => {
            if (error instanceof ReviserFailed) return undefined
            throw error
          })
          const spentBefore = costs
            .slice(0, requests.length)
            .map((_, nth) => costs.slice(0, nth).reduce((sum, cost) => sum + cost, 0))
          expect(spentBefore.every((spent) => spent + estimate <= CEILING_MICRO_USD)).toBe(true)
          if (state === undefined) return
          expect(state.spent).toBeLessThanOrEqual(CEILING_MICRO_USD)
          const sources = [BODY, ...[asset('quote'), FINDING].map((each) => JSON.stringify(each))]
          expect(
            fabricationsIn(state.content.body, [
              ...sources,
              'https://brodies.example/bakers https://doi.org/10.1000/1',
            ]),
          ).toEqual([])
          expect(state.content.body.length).toBeGreaterThan(BODY.length / 2)
        },
      ),
      { numRuns: isLong ? 5_000 : 300 },
    )
  })
})
