import { describe, expect, test } from 'vitest'
import { INTENTION, newUser } from './gateway-world.ts'

describe('data of one account', () => {
  test('interviews, scaffolds, readings, memory and receipts are hidden from other accounts', async () => {
    const [ada, eve] = await Promise.all([newUser(), newUser()])
    const { output: loop } = await ada.use('agent_loop_start', { intention: INTENTION, spreadType: 'threat_model' })
    const { output: run } = await ada.use('agent_run', { role: 'cto', intention: INTENTION })
    const { output: flow } = await ada.use('scaffold_create', { intention: INTENTION })
    const uri = `signet://receipts/${run.hash}`
    expect((await ada.client.readResource({ uri })).contents).toHaveLength(1)

    expect((await eve.use('agent_loop_state', { id: loop.id })).failure.code).toBe('NOT_FOUND')
    expect((await eve.use('agent_loop_tick', { id: loop.id })).failure.code).toBe('NOT_FOUND')
    expect((await eve.use('scaffold_status', { id: flow.id })).failure.code).toBe('NOT_FOUND')
    expect((await eve.use('scaffold_update', { id: flow.id, files: [] })).failure.code).toBe('NOT_FOUND')
    expect((await eve.use('agent_recall')).output.matches).toEqual([])
    expect((await eve.use('agent_memory', { role: 'cto' })).output.exists).toBe(false)
    await expect(eve.client.readResource({ uri })).rejects.toThrow(/not found/i)
  })
})
