import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { endOutages } from '../../support/control.ts'
import { callTool } from '../../support/mcp.ts'
import { newPerson } from '../../support/people.ts'
import { consultAs } from '../consultations/consultations-world.ts'
import { GRADE_REQUEST, INTENTION, KEY_SCOPES, newUser, userOf } from './gateway-world.ts'

afterEach(endOutages)

/** Refusals by tool, arguments and failure. */
const REFUSED_CALLS: readonly (readonly [string, object, object])[] = [
  ['scaffold_classify', {}, { code: 'INVALID_ARGUMENTS', message: 'intention is required' }],
  ['scaffold_classify', { intention: 'x', deck_ref: 'no-deck' }, { code: 'UNKNOWN_DECK' }],
  ['scaffold_classify', { intention: 'x', deck: {} }, { code: 'INVALID_ARGUMENTS' }],
  ['scaffold_preview', { intention: ' ' }, { code: 'INVALID_ARGUMENTS' }],
  ['scaffold_preview', { intention: 'x', project_type: 'No Type' }, { code: 'INVALID_ARGUMENTS' }],
  ['scaffold_create', {}, { code: 'INVALID_ARGUMENTS', message: 'intention is required' }],
  ['scaffold_create', { intention: 'x', project_type: 'No Type' }, { code: 'INVALID_ARGUMENTS' }],
  ['scaffold_status', {}, { code: 'INVALID_ARGUMENTS', message: 'id is required' }],
  ['scaffold_status', { id: '0'.repeat(64) }, { code: 'NOT_FOUND', next: { tool: 'agent_recall' } }],
  ['scaffold_update', { id: '0'.repeat(64), files: [] }, { code: 'NOT_FOUND', next: { tool: 'agent_recall' } }],
  ['scaffold_update', { id: 'x', files: [{ path: '../x', content: '' }] }, { code: 'INVALID_ARGUMENTS' }],
  ['agent_run', { role: 'ceo', intention: 'x' }, { code: 'INVALID_ARGUMENTS' }],
  ['agent_run', { role: 'cto' }, { code: 'INVALID_ARGUMENTS', message: 'intention is required' }],
  ['agent_bootstrap', {}, { code: 'INVALID_ARGUMENTS', message: 'role is required' }],
  ['agent_memory', { role: 'ceo' }, { code: 'INVALID_ARGUMENTS' }],
  [
    'agent_loop_start',
    { intention: INTENTION, role: 'ceo' },
    { code: 'UNKNOWN_ROLE', next: { tool: 'agent_loop_start', arguments: { role: 'cto' } } },
  ],
  ['agent_loop_start', { intention: INTENTION, spreadType: 'no_spread' }, { code: 'UNKNOWN_SPREAD' }],
  ['agent_loop_start', { intention: INTENTION, script: 'no script' }, { code: 'SCRIPT_INVALID' }],
  [
    'agent_loop_start',
    { intention: INTENTION, tools: ['scaffold'] },
    { code: 'FORBIDDEN', next: { tool: 'scaffold_create' } },
  ],
  ['agent_loop_start', { intention: INTENTION, querent: { id: 'others' } }, { code: 'QUERENT_OUT_OF_SCOPE' }],
  ['agent_loop_tick', { id: 'x' }, { code: 'INVALID_ARGUMENTS' }],
  ['agent_loop_tick', { id: randomUUID() }, { code: 'NOT_FOUND', next: { tool: 'agent_loop_start' } }],
  ['agent_loop_state', { id: randomUUID() }, { code: 'NOT_FOUND', next: { tool: 'agent_loop_start' } }],
  ['agent_recall', { where: 'nothing = 1' }, { code: 'INVALID_ARGUMENTS' }],
  ['agent_recall', { querent: 'a', querents: ['b'] }, { code: 'INVALID_ARGUMENTS' }],
  ['run_grader', { ...GRADE_REQUEST, graderVersion: '0.0.0' }, { code: 'UNKNOWN_GRADER_VERSION' }],
  ['run_grader', { graderName: 'x' }, { code: 'INVALID_ARGUMENTS' }],
  ['reading_run', {}, { code: 'INVALID_ARGUMENTS' }],
  [
    'reading_run',
    { spreadType: 'no_spread' },
    { code: 'UNKNOWN_SPREAD', next: { tool: 'reading_run', arguments: { spreadType: 'threat_model' } } },
  ],
  ['reading_run', { script: 'spread x "y"\nnonsense' }, { code: 'SCRIPT_INVALID' }],
  [
    'reading_run',
    { spreadType: 'threat_model', querent: { id: 'others' }, inscribe: true },
    { code: 'QUERENT_OUT_OF_SCOPE', next: { tool: 'reading_run' } },
  ],
  [
    'reading_run',
    { script: 'spread x "y"\ndeck t = stride-core\nposition p "q"\n  draw 12 from t where id = stride-unsigned-event' },
    { code: 'POSITION_UNFILLED', next: { tool: 'reading_run', arguments: { lenient: true } } },
  ],
]

describe('refusals of tools', () => {
  test('name code, reason and next step', async () => {
    const person = await newPerson()
    for (const [tool, args, expected] of REFUSED_CALLS) {
      // A separate key, because rates are counted by key.
      const { use, client } = await userOf(person)
      const { isError, failure } = await use(tool, args)
      expect([tool, isError, failure]).toMatchObject([tool, true, expected])
      expect(String(failure.hint).length).toBeGreaterThan(20)
      await client.close()
    }
  })

  test('report a tick conflict, an invalid answer, an ended interview, and one that has not expired', async () => {
    const { use } = await newUser()
    const { output } = await use('agent_loop_start', { intention: INTENTION, spreadType: 'threat_model' })
    const next = { tool: 'agent_loop_state', arguments: { id: output.id } }
    expect((await use('agent_loop_tick', { id: output.id, expected_tick: 7 })).failure).toMatchObject({
      code: 'TICK_CONFLICT',
      next,
    })
    expect((await use('agent_loop_tick', { id: output.id, answers: { exposure: 7 } })).failure).toMatchObject({
      code: 'ANSWER_INVALID',
      next,
    })
    await use('agent_loop_tick', { id: output.id, tool: { name: 'finish' } })
    expect((await use('agent_loop_tick', { id: output.id })).failure).toMatchObject({ code: 'LOOP_ENDED', next })
    expect((await use('agent_loop_start', { resume: output.id })).failure).toMatchObject({ code: 'LOOP_NOT_EXPIRED' })
  })

  verifies('PLA-4.4-4', 'QUOTA_EXCEEDED names the billing page and a free call', async () => {
    const person = await newPerson()
    // More than the free tier allows.
    for (let nth = 0; nth < 10; nth++) await consultAs(person, { intention: `Nr. ${nth}` })
    const { use } = await userOf(person)
    for (const [tool, args, next] of [
      ['agent_run', { role: 'cto', intention: INTENTION }, 'reading_run'],
      ['agent_bootstrap', { role: 'cto' }, 'reading_run'],
      ['scaffold_create', { intention: INTENTION }, 'scaffold_preview'],
    ] as const) {
      const { failure } = await use(tool, args)
      expect([tool, failure]).toMatchObject([
        tool,
        { code: 'QUOTA_EXCEEDED', url: expect.stringMatching(/^https?:/), next: { tool: next } },
      ])
    }
  })

  test('report 403 for tools whose scope the key lacks; the others work', async () => {
    const person = await newPerson()
    for (const [missingScope, tool, args] of [
      ['runtime:read', 'scaffold_classify', { intention: INTENTION }],
      ['agents:run', 'agent_run', { role: 'cto', intention: INTENTION }],
      ['agents:read', 'agent_memory', { role: 'cto' }],
      ['flows:write', 'scaffold_create', { intention: INTENTION }],
      ['flows:read', 'scaffold_status', { id: '0'.repeat(64) }],
    ] as const) {
      const { client, use } = await userOf(
        person,
        KEY_SCOPES.filter((scope) => scope !== missingScope),
      )
      await expect(callTool(client, tool, args), tool).rejects.toThrow(/insufficient|scope|403/i)
      const allowedTool = tool === 'scaffold_classify' ? 'agent_memory' : 'scaffold_classify'
      expect(
        (await use(allowedTool, allowedTool === 'agent_memory' ? { role: 'cto' } : { intention: 'x' })).isError,
      ).toBe(false)
    }
  })
})
