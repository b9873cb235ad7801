import { diagram } from '@signet/contract-tools/diagram'
import { defineContract } from '@signet/contracts'
import { irOf } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../support/sample-contract.ts'

describe('the state diagram', () => {
  it('has the creation, an arrow for each pair of states with its operations, and the terminal states', () => {
    expect(diagram(irOf(jobs))).toBe(`---
title: "job 2.1.0"
---
stateDiagram-v2
  [*] --> queued : generate
  queued --> processing : start
  queued --> failed : fail
  processing --> encoding : paint
  processing --> failed : fail
  encoding --> completed : finish
  encoding --> failed_encoding : fail
  failed --> queued : retry
  completed --> [*]
  failed_encoding --> [*]
`)
  })

  it('gives aliases to names that Mermaid cannot parse, and merges parallel arrows', () => {
    const byId = z.object({ id: z.string() })
    const contract = defineContract({
      name: 'door',
      version: '1.0.0',
      description: 'A door.',
      schema: z.object({ id: z.string(), state: z.enum(['open-wide', 'end']) }),
      operations: { push: { input: byId }, kick: { input: byId } },
      states: {
        field: 'state',
        initial: 'open-wide',
        transitions: { 'open-wide': { push: 'end', kick: 'end' }, end: {} },
      },
      surfaces: {},
      authority: { push: 'internal', kick: 'internal' },
    })
    expect(diagram(irOf(contract))?.split('\n').slice(4)).toEqual([
      '  state "open-wide" as state_0',
      '  state "end" as state_1',
      '  [*] --> state_0',
      '  state_0 --> state_1 : push, kick',
      '  state_1 --> [*]',
      '',
    ])
  })

  it('escapes keywords of Mermaid and quotes', () => {
    const byId = z.object({ id: z.string() })
    const contract = defineContract({
      name: 'door',
      version: '1.0.0',
      description: 'A door.',
      schema: z.object({ id: z.string(), state: z.enum(['Note', 'so "called"', 'state', 'default', 'stated']) }),
      operations: { push: { input: byId } },
      states: {
        field: 'state',
        initial: 'Note',
        transitions: {
          Note: { push: 'so "called"' },
          'so "called"': { push: 'state' },
          state: { push: 'default' },
          default: { push: 'stated' },
          stated: {},
        },
      },
      surfaces: {},
      authority: { push: 'internal' },
    })
    expect(diagram(irOf(contract))?.split('\n').slice(4, 9)).toEqual([
      '  state "Note" as state_0',
      '  state "so #34;called#34;" as state_1',
      '  state "state" as state_2',
      '  state "default" as state_3',
      '  [*] --> state_0',
    ])
  })

  it('returns undefined for an entity without a life cycle', () => {
    const contract = defineContract({
      name: 'note',
      version: '1.0.0',
      description: 'A note.',
      schema: z.object({ id: z.string() }),
      operations: {},
      surfaces: {},
      authority: {},
    })
    expect(diagram(irOf(contract))).toBeUndefined()
  })
})
