import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const page = readFileSync(join(import.meta.dirname, '../../../docs/agents/mcp.md'), 'utf8')

/** The JSON blocks that follow a name of a file. */
const configuration = (file: string): unknown => {
  const [, after = ''] = page.split(`\`${file}\``)
  const [, json = ''] = /```json\n(.*?)```/s.exec(after) ?? []
  return JSON.parse(json)
}

const url = z.url({ protocol: /^https$/ })

describe('the configurations of the page', () => {
  it.each([
    ['.mcp.json', z.strictObject({ type: z.literal('http'), url })],
    ['.cursor/mcp.json', z.strictObject({ url })],
  ])('%s names one server by its address', (file, server) => {
    const shape = z.strictObject({ mcpServers: z.strictObject({ signet: server }) })
    expect(shape.safeParse(configuration(file)).error).toBeUndefined()
  })

  it('.vscode/mcp.json asks for the key that it sends, and keeps none', () => {
    const input = z.strictObject({
      type: z.literal('promptString'),
      id: z.string(),
      description: z.string(),
      password: z.literal(true),
    })
    const headers = z.strictObject({ Authorization: z.string() })
    const shape = z.strictObject({
      inputs: z.tuple([input]),
      servers: z.strictObject({ signet: z.strictObject({ type: z.literal('http'), url, headers }) }),
    })
    const { inputs, servers } = shape.parse(configuration('.vscode/mcp.json'))
    expect(servers.signet.headers.Authorization).toBe(`Bearer \${input:${inputs[0].id}}`)
  })

  it('names every tool, and every code of a failure', () => {
    const tools = [
      'generate_image',
      'create_variation',
      'check_job',
      'list_models',
      'billing_status',
      'billing_purchase_credits',
    ]
    for (const tool of tools) expect(page).toContain(`| \`${tool}\` |`)
    const files = [
      'lambdas/image-agents/tools/failures.ts',
      'lambdas/image-agents/billing/platform-purchases.ts',
      'layers/tools/src/call-tool.ts',
    ]
    const sources = files.map((file) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8'))
    const codes = [...sources.join('\n').matchAll(/code: '([A-Z_]+)'/g)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(10)
    for (const code of codes) expect(page).toContain(`\`${code}\``)
  })
})
