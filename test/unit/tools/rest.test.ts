import { callTool } from '@signet/mcp'
import { invokeTool, toolManifest } from '@signet/mcp/rest'
import { describe, expect, it } from 'vitest'
import { contextFor, echoTool, hasScope, limiterOf, secondTool } from '../../support/sample-tool.ts'

const tools = [echoTool, secondTool]

describe('tools over REST', () => {
  it('tools are listed by their ids, in order, with their schemas', () => {
    const { tools: listed } = toolManifest(tools)
    expect(listed.map(({ tool }) => tool)).toEqual(['house.another', 'house.echo'])
    expect(listed[1]).toEqual({
      tool: 'house.echo',
      title: 'Echo',
      description: 'Says what it was told.',
      scope: 'read',
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      input_schema: {
        type: 'object',
        properties: {
          say: { type: 'string', minLength: 1 },
          times: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
        },
        required: ['say'],
        additionalProperties: false,
      },
      output_schema: {
        type: 'object',
        properties: { said: { type: 'string' } },
        required: ['said'],
        additionalProperties: false,
      },
    })
    expect(JSON.stringify(toolManifest([...tools].reverse()))).toBe(JSON.stringify(toolManifest(tools)))
  })

  it('a tool is invoked by its id and returns a result or an error with the next step', async () => {
    const invoke = invokeTool(tools, callTool({ limit: limiterOf(9), hasScope }))
    expect(await invoke({ tool: 'house.echo', args: { say: 'hi' } }, contextFor())).toEqual({
      tool: 'house.echo',
      ok: true,
      result: { said: 'hi' },
      text: 'hi',
    })
    expect(await invoke({ tool: 'house.echo', args: { say: 'fail' } }, contextFor())).toMatchObject({
      ok: false,
      error: { code: 'NO', hint: 'say yes' },
    })
    expect(await invoke({ tool: 'echo' }, contextFor())).toMatchObject({
      ok: false,
      error: { code: 'UNKNOWN_TOOL', hint: 'Use one of house.another, house.echo' },
    })
  })
})
