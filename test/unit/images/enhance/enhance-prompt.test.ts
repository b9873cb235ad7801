import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  enhancePrompt,
  type PromptWriter,
  WRITER_BUDGET_MS,
} from '../../../../lambdas/images/enhance/enhance-prompt.ts'
import { enhanceByRules, RULES_VERSION } from '../../../../lambdas/images/enhance/prompt-rules.ts'

const ruleInput = (prompt: string, more: object = {}) => ({ prompt, isEdit: false, maxLength: 2048, ...more })
const now = () => new Date(0)
const writerOf = (rewrite: PromptWriter['rewrite']): PromptWriter => ({ name: 'a-model', rewrite })

describe('the rules', () => {
  it.each([
    [
      'a red fox in snow',
      'a red fox in snow, wildlife photograph, soft natural light, eye level, sharp focus on the eyes',
    ],
    ['Mountains at dusk.', 'Mountains at dusk, landscape photograph, wide shot, rule of thirds'],
    ['watercolor of a castle, aerial view', 'watercolor of a castle, aerial view, light of the blue hour'],
    [
      "an old man's portrait",
      "an old man's portrait, photograph, soft window light, head and shoulders, shallow depth of field",
    ],
  ])('%s', (prompt, expected) => {
    expect(enhanceByRules(ruleInput(prompt)).prompt).toBe(expected)
  })

  it.each([
    ['a sign that says "OPEN" above a castle', 'quoted_text'],
    ["a mug with 'Hello World' on it", 'quoted_text'],
    ['{"subject": "a fox"}', 'json_prompt'],
    [`a fox ${'and another fox '.repeat(20)}`, 'long_prompt'],
    ['quantum entanglement of thoughts', 'no_category'],
    ['oil painting of a fox at dawn, close-up', 'detailed'],
  ])('leave the prompt unchanged: %s', (prompt, reason) => {
    expect(enhanceByRules(ruleInput(prompt))).toEqual({ prompt, applied: [], skippedReason: reason })
  })

  it('leave an edit unchanged, and stay within the model’s maximum length', () => {
    expect(enhanceByRules(ruleInput('make the fox blue', { isEdit: true })).skippedReason).toBe('edit')
    expect(enhanceByRules(ruleInput('a fox', { maxLength: 20 }))).toEqual({
      prompt: 'a fox',
      applied: [],
      skippedReason: 'length_limit',
    })
    expect(enhanceByRules(ruleInput('a fox', { maxLength: 30 })).applied).toEqual(['medium: wildlife photograph'])
  })

  it('keep the author’s words first, never exceed the limit, and are deterministic', () => {
    const subject = fc.constantFrom('a fox', 'Mountains', 'the portrait', 'pizza', 'saturn', '')
    const text = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 80 }), subject).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (prompt, maxLength) => {
        const first = enhanceByRules(ruleInput(prompt, { maxLength }))
        expect(enhanceByRules(ruleInput(prompt, { maxLength }))).toEqual(first)
        if (first.applied.length === 0) expect(first.prompt).toBe(prompt)
        else {
          expect(first.prompt.startsWith(prompt.trimEnd().replace(/[.,;]+$/, ''))).toBe(true)
          expect([...first.prompt].length).toBeLessThanOrEqual(maxLength)
        }
      }),
    )
  })
})

describe('the enhancement', () => {
  it('reports the changes by the rules, and a digest of the prompt', async () => {
    expect(await enhancePrompt({ now }, ruleInput('a fox'))).toEqual({
      prompt: 'a fox, wildlife photograph, soft natural light, eye level, sharp focus on the eyes',
      version: RULES_VERSION,
      strategy: 'rules',
      applied: [
        'medium: wildlife photograph',
        'light: soft natural light',
        'composition: eye level, sharp focus on the eyes',
      ],
      prompt_sha256: createHash('sha256').update('a fox').digest('hex'),
    })
  })

  it('uses the text of a model that responds in time', async () => {
    const enhancement = await enhancePrompt(
      { now, writer: writerOf(async () => ' a fox, painted by moonlight \n') },
      ruleInput('a fox'),
    )
    expect(enhancement).toMatchObject({
      prompt: 'a fox, painted by moonlight',
      strategy: 'llm',
      model: 'a-model',
      latency_ms: 0,
    })
  })

  it.each([
    ['fails', async () => Promise.reject(new Error('503'))],
    ['returns an empty text', async () => '  '],
    ['returns the same text', async () => 'a fox'],
    ['returns too long a text', async () => 'x'.repeat(2049)],
  ])('falls back to the rules when the model %s', async (_title, rewrite) => {
    expect((await enhancePrompt({ now, writer: writerOf(rewrite) }, ruleInput('a fox'))).strategy).toBe('rules')
  })

  it('falls back to the rules when the model exceeds its budget, and abandons the call', async () => {
    vi.useFakeTimers()
    try {
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(), ms)
        return controller.signal
      })
      let isAborted = false
      const neverResponding: PromptWriter['rewrite'] = (_prompt, signal) =>
        new Promise(() => signal.addEventListener('abort', () => (isAborted = true)))
      const pending = enhancePrompt({ now, writer: writerOf(neverResponding) }, ruleInput('a fox'))
      await vi.advanceTimersByTimeAsync(WRITER_BUDGET_MS)
      expect([(await pending).strategy, isAborted]).toEqual(['rules', true])
    } finally {
      vi.useRealTimers()
      vi.restoreAllMocks()
    }
  })

  it('never sends quoted texts, edits and crafted prompts to a model', async () => {
    const rewrite = vi.fn(async () => 'something else')
    for (const prompt of ['a sign "OPEN"', '{"a": 1}', 'word '.repeat(61)]) {
      expect((await enhancePrompt({ now, writer: writerOf(rewrite) }, ruleInput(prompt))).strategy).toBe('none')
    }
    expect(rewrite).not.toHaveBeenCalled()
  })
})
