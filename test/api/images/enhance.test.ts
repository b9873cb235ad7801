import { expect, test } from 'vitest'
import { newAddress } from '../../support/api.ts'
import { generate } from '../../support/jobs.ts'

const draft = { quality_tier: 'draft', seed: 7, sync: true }

test('201: an enhanced prompt keeps its words, and the job reports the additions', async () => {
  const { status, body } = await generate(
    { ...draft, prompt: 'a red fox', enhance_prompt: true },
    { from: newAddress() },
  )
  expect(status).toBe(201)
  expect(body.original_prompt).toBe('a red fox')
  expect(body.final_prompt).toBe(
    'a red fox, wildlife photograph, soft natural light, eye level, sharp focus on the eyes',
  )
  expect(body.enhancement_logic).toMatchObject({
    strategy: 'rules',
    applied: [
      'medium: wildlife photograph',
      'light: soft natural light',
      'composition: eye level, sharp focus on the eyes',
    ],
    painter: expect.stringContaining('offline'),
  })
})

test('201: prompts are unchanged without enhance', async () => {
  const { body } = await generate({ ...draft, prompt: 'a red fox' }, { from: newAddress() })
  expect(body.final_prompt).toBe('a red fox')
  expect(body.enhancement_logic).toMatchObject({ strategy: 'none', applied: [], skipped_reason: 'not_requested' })
})
