import { describe, expect, test } from 'vitest'
import { paramsFault } from '../../../layers/mcp/src/tools/mcp/params-fault.ts'

const faultOf = async (method: string, params: unknown, id: unknown = 7) => {
  const fault = await paramsFault({ jsonrpc: '2.0', id, method, params }, async () => true)
  return fault && JSON.parse(String(fault.body))
}

describe('invalid parameters', () => {
  test.each([
    ['prompts/get', { name: 5 }, 'params.name'],
    ['prompts/get', { name: 'a', arguments: { focus: 5 } }, 'params.arguments.focus'],
    ['prompts/get', { name: 'a', arguments: [] }, 'params.arguments'],
    ['resources/read', { uri: 5 }, 'params.uri'],
    ['resources/read', {}, 'params.uri'],
    ['tools/list', { cursor: 5 }, 'params.cursor'],
  ])('%s %j is an error of the caller', async (method, params, member) => {
    expect(await faultOf(method, params)).toMatchObject({
      id: 7,
      error: { code: -32_602, message: expect.stringContaining(`${member}: `) },
    })
  })
})

test.each([
  ['prompts/get', { name: 'a' }],
  ['prompts/get', { name: 'a', arguments: { focus: 'the api' } }],
  ['resources/read', { uri: 'signet://decks/stride-core' }],
  ['tools/call', { name: 5 }],
])('%s %j is passed to the server', async (method, params) => {
  expect(await faultOf(method, params)).toBeUndefined()
})
