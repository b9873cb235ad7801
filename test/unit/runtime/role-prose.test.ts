import type { LanguageModel } from '@signet/language-model'
import { loadShelf } from '@signet/readings'
import { type AgentRunResult, type ConsultMode, consult, roleSpread } from '@signet/readings/consult'
import { contextTexts } from '@signet/readings/context'
import { expect, it, vi } from 'vitest'
import { proseWriter } from '../../../lambdas/runtime/agents/role-prose.ts'

const INTENTION = 'A webhook receiver that stores payments'

const resultOf = async (responseMode: ConsultMode): Promise<AgentRunResult> => {
  const outcome = consult(
    { role: 'cto', intention: INTENTION, responseMode },
    await loadShelf(roleSpread('cto').script),
  )
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.result
}

const modelOf = (complete: LanguageModel['complete']): LanguageModel => ({ name: 'a-model', complete })
const says = (text: string, stopReason: 'end_turn' | 'max_tokens' = 'end_turn') =>
  vi.fn(async () => ({ text, stopReason }))

it('a model writes only the narrative, from the findings as data', async () => {
  const consultation = await resultOf('narrative')
  const complete = says('What arrives must be proven before it is believed.')
  const written = await proseWriter(modelOf(complete))(consultation, INTENTION)
  expect(written.response).toBe('What arrives must be proven before it is believed.')
  expect(written.metadata).toMatchObject({ method: 'model', model: 'a-model' })
  expect({ ...written, response: '', metadata: {} }).toEqual({ ...consultation, response: '', metadata: {} })
  const [[completion]] = complete.mock.calls as unknown as [[{ system: string; messages: [{ text: string }] }]]
  expect(completion.messages[0].text).toContain(INTENTION)
  expect(completion.system).not.toContain(INTENTION)
})

it.each([
  ['unusable', says('Stripe lost 40 million in 2019.')],
  ['failed', says('It was cut', 'max_tokens')],
  [
    'failed',
    vi.fn(async () => {
      throw new Error('refused')
    }),
  ],
] as const)('without usable prose, the rule-based text remains: %s', async (outcome, complete) => {
  const consultation = await resultOf('narrative')
  const unchanged = await proseWriter(modelOf(complete as never))(consultation, INTENTION)
  expect(unchanged.response).toBe(consultation.response)
  expect(unchanged.metadata).toMatchObject({ method: 'rules', model: 'a-model', model_outcome: outcome })
})

it('a model that exceeds the time limit is reported as late', async () => {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(controller.signal)
  const pendingProse = proseWriter(modelOf(() => new Promise(() => undefined)))(await resultOf('narrative'), INTENTION)
  controller.abort()
  expect((await pendingProse).metadata).toMatchObject({ method: 'rules', model_outcome: 'late' })
})

it('no model is called for a structured reply, or if none is configured', async () => {
  const complete = says('Nothing')
  const structured = await resultOf('structured')
  const narrative = await resultOf('narrative')
  expect(await proseWriter(modelOf(complete))(structured, INTENTION)).toBe(structured)
  expect(await proseWriter(undefined)(narrative, INTENTION)).toBe(narrative)
  expect(complete).not.toHaveBeenCalled()
})

it('context values are converted: strings unchanged, lists joined, other values as JSON', () => {
  expect(contextTexts({ a: 'text', b: 3, c: true, d: ['x', 1, false], e: { f: [1] }, g: null, h: [{}] })).toEqual({
    a: 'text',
    b: '3',
    c: 'true',
    d: 'x, 1, false',
    e: '{"f":[1]}',
    g: 'null',
    h: '[{}]',
  })
})
