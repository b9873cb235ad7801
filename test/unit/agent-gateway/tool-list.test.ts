import { toolManifest } from '@signet/mcp/rest'
import { describe, expect, it } from 'vitest'
import { toolsOf } from './gateway-world.ts'

const { tools } = toolManifest(toolsOf())

/** A token is about four characters of JSON; models pay for the list with every conversation. */
const TOKENS_MAX = 8_800

/** Calls per minute of each tool (docs/agents/gateway.md). */
const RATES: Readonly<Record<string, number>> = {
  agent_bootstrap: 5,
  agent_loop_start: 5,
  agent_run: 5,
  scaffold_create: 5,
  scaffold_update: 5,
  agent_loop_state: 10,
  agent_loop_tick: 10,
  agent_memory: 10,
  agent_recall: 10,
  reading_run: 10,
  run_grader: 10,
  scaffold_classify: 10,
  scaffold_preview: 10,
  scaffold_status: 10,
}

describe('the list of gateway tools', () => {
  it('matches the snapshot that agents rely on', () => {
    expect(tools).toMatchSnapshot()
  })

  it('stays within the token budget', () => {
    const tokens = Math.ceil(JSON.stringify(tools).length / 4)
    expect(tokens).toBeLessThanOrEqual(TOKENS_MAX)
    expect(tokens).toBeGreaterThan(TOKENS_MAX - 500)
  })

  it('has a GCRA rate per caller for each tool', () => {
    const rates = toolsOf().map(({ name, rate }) => [name, rate])
    expect(Object.fromEntries(rates)).toEqual(
      Object.fromEntries(
        Object.entries(RATES).map(([name, requests]) => [
          name,
          { requests, window: '1m', by: 'caller', algorithm: 'gcra' },
        ]),
      ),
    )
  })

  it('states effect and cost of every tool, in names that every model accepts', () => {
    for (const { name, description, hints } of toolsOf()) {
      expect(name).toMatch(/^[a-z_]{1,64}$/)
      expect(description).toMatch(/costs no|free of charge|takes one scaffold/i)
      expect(Object.values(hints).every((hint) => typeof hint === 'boolean')).toBe(true)
    }
  })
})
