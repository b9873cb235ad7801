import { describe, expect, it, test } from 'vitest'
import { bootstrapRole, consultRole, getRoleMemory } from '../../../lambdas/consultations/contract/consultations.ts'
import { createFlow, getFlow, updateFlow } from '../../../lambdas/flows/contract/flows.ts'
import { classifyIntention } from '../../../lambdas/runtime/contract/classification.ts'
import { runGrader } from '../../../lambdas/runtime/contract/grader.ts'
import { getLoop, startLoop, tickLoop } from '../../../lambdas/runtime/contract/loops.ts'
import { runReading } from '../../../lambdas/runtime/contract/readings.ts'
import { recallReadings } from '../../../lambdas/runtime/contract/receipts-and-memory.ts'
import { gatewayWorld, type SiblingRequest } from './gateway-world.ts'

const ID = '0199c5a4-8a3e-4c1b-a2d4-5e6f7a8b9c0d'
const GRADED = {
  graderName: 'g',
  graderVersion: '1.0.0',
  case: {
    id: 'c',
    description: 'd',
    intent: 'i',
    rubricDeck: { name: 'rubric-core' },
    artifact: { id: 'a', kind: 'adr', content: 'x' },
  },
}

/** Each tool with the operation that it calls, and arguments that pass its schema. */
const TOOL_CALLS = [
  ['scaffold_classify', classifyIntention, { intention: 'x' }],
  ['scaffold_create', createFlow, { intention: 'x' }],
  ['scaffold_status', getFlow, { id: 'f'.repeat(64) }],
  ['scaffold_update', updateFlow, { id: 'f'.repeat(64), files: [] }],
  ['agent_run', consultRole, { role: 'cto', intention: 'x' }],
  ['agent_bootstrap', bootstrapRole, { role: 'cto' }],
  ['agent_memory', getRoleMemory, { role: 'cto' }],
  ['agent_loop_start', startLoop, { intention: 'x' }],
  ['agent_loop_tick', tickLoop, { id: ID }],
  ['agent_loop_state', getLoop, { id: ID }],
  ['agent_recall', recallReadings, {}],
  ['run_grader', runGrader, GRADED],
  ['reading_run', runReading, { spreadType: 'threat_model' }],
] as const

/** Codes of a broken request or a broken sibling, which are reported as UNAVAILABLE. */
const FAULTS: readonly string[] = ['internal', 'method_not_allowed', 'unsupported_media_type']

const refusalReply = (status: number, code: string) => (_: SiblingRequest) => ({
  status,
  body: { error: `It is ${code}`, code, upgrade: '/billing', spreads: ['a'], roles: ['cto'], known: ['1.0.0'] },
})

describe.each(TOOL_CALLS)('%s', (tool, operation, args) => {
  const codes = operation.errors.filter(({ code }) => !FAULTS.includes(code))

  test.each(codes.map(({ code, status }) => [code, status] as const))('has advice for %s', async (code, status) => {
    const { call } = gatewayWorld(refusalReply(status, code))
    const { failure } = await call(tool, args)
    expect(failure?.code).not.toBe('INTERNAL')
    expect(failure).toMatchObject({ message: expect.any(String), hint: expect.stringMatching(/.{10}/) })
  })

  it('returns UNAVAILABLE with the same call if the sibling does not respond', async () => {
    const { failure } = await gatewayWorld().call(tool, args)
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', retry_after: 2, next: { tool } })
  })

  it('returns RATE_LIMITED with the same call and the wait', async () => {
    const { failure } = await gatewayWorld().call(tool, args, {}, 0)
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', retry_after: 9, next: { tool, arguments: args } })
    expect(failure).not.toHaveProperty('retry_after_s')
  })
})

describe('tool failures', () => {
  it('omit long arguments', async () => {
    const intention = 'x'.repeat(2_000)
    const { failure } = await gatewayWorld().call('agent_loop_start', { intention })
    expect(failure?.next).toBeUndefined()
  })

  test.each(['.', '..', 'x', 'F'.repeat(64)])('name the fault of scaffold id %s and call no sibling', async (id) => {
    const { call, requests } = gatewayWorld()
    for (const [tool, args] of [
      ['scaffold_status', { id }],
      ['scaffold_update', { id, files: [] }],
    ] as const) {
      const { failure } = await call(tool, args)
      expect(failure).toMatchObject({ code: 'INVALID_ARGUMENTS', message: 'id must be 64 hexadecimal digits' })
    }
    expect(requests).toEqual([])
  })

  it('omit only the querent id from the next call', async () => {
    const { call } = gatewayWorld(refusalReply(403, 'querent_out_of_scope'))
    const querent = { id: 'others', intention: 'Take payments', state: { exposure: 'public' } }
    const { failure } = await call('reading_run', { spreadType: 'threat_model', querent })
    expect(JSON.parse(JSON.stringify(failure?.next))).toMatchObject({
      tool: 'reading_run',
      arguments: { querent: { intention: 'Take payments', state: { exposure: 'public' } } },
    })
    expect(failure?.next?.arguments).not.toHaveProperty('querent.id', 'others')
    const recall = await call('agent_recall', { querent: 'others', text: 'payments' })
    expect(JSON.stringify(recall.failure?.next?.arguments)).not.toContain('others')
  })

  it('name decks for an unknown deck in scaffold_classify, and rubrics in run_grader', async () => {
    const { call } = gatewayWorld(refusalReply(404, 'unknown_deck'))
    const classified = await call('scaffold_classify', { intention: 'x', deck_ref: 'nope' })
    expect(classified.failure).toMatchObject({
      hint: expect.stringContaining('deck_ref'),
      next: { tool: 'scaffold_classify' },
    })
    expect(JSON.stringify(classified.failure?.next?.arguments)).not.toContain('nope')
    expect((await call('run_grader', GRADED)).failure?.hint).toContain('rubric')
  })

  it('name each fault of a script', async () => {
    const { call } = gatewayWorld(() => ({
      status: 400,
      body: {
        error: 'The script has errors',
        code: 'script_invalid',
        errors: [{ field: 'script', message: 'line 1, column 1: say what' }],
      },
    }))
    const { failure } = await call('reading_run', { script: 'nonsense' })
    expect(failure).toMatchObject({ code: 'SCRIPT_INVALID', message: 'script line 1, column 1: say what' })
  })
})
