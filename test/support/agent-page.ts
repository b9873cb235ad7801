import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const ROOT = join(import.meta.dirname, '../..')

/** The documentation page on connecting clients to an MCP server. */
export interface AgentPage {
  readonly file: string
  /** How clients call the server. */
  readonly server: string
  readonly tools: readonly string[]
  /** Sources that name codes of failures. */
  readonly sources: readonly string[]
  /** Codes that sources name, in capitals. */
  readonly codesIn: (source: string) => readonly string[]
}

const url = z.url({ protocol: /^https$/ })

/** Tests that the configurations of a page are valid, and that it names every tool and every failure code. */
export const testAgentPage = ({ file, server: name, tools, sources, codesIn }: AgentPage): void => {
  const page = readFileSync(join(ROOT, file), 'utf8')

  /** Returns the JSON block that follows a file name. */
  const configuration = (fileName: string): unknown => {
    const [, textAfter = ''] = page.split(`\`${fileName}\``)
    const [, json = ''] = /```json\n(.*?)```/s.exec(textAfter) ?? []
    return JSON.parse(json)
  }

  describe('the configurations of the page', () => {
    it.each([
      ['.mcp.json', z.strictObject({ type: z.literal('http'), url })],
      ['.cursor/mcp.json', z.strictObject({ url })],
    ])('%s names one server by its address', (fileName, server) => {
      const shape = z.strictObject({ mcpServers: z.strictObject({ [name]: server }) })
      expect(shape.safeParse(configuration(fileName)).error).toBeUndefined()
    })

    it('.vscode/mcp.json prompts for the key that it sends, and stores none', () => {
      const input = z.strictObject({
        type: z.literal('promptString'),
        id: z.string(),
        description: z.string(),
        password: z.literal(true),
      })
      const headers = z.strictObject({ Authorization: z.string() })
      const server = z.strictObject({ type: z.literal('http'), url, headers })
      const shape = z.strictObject({ inputs: z.tuple([input]), servers: z.record(z.literal(name), server) })
      const { inputs, servers } = shape.parse(configuration('.vscode/mcp.json'))
      expect(servers[name]?.headers.Authorization).toBe(`Bearer \${input:${inputs[0].id}}`)
    })

    it('names every tool and every failure code', () => {
      for (const tool of tools) expect(page).toContain(`| \`${tool}\` |`)
      const codes = sources.flatMap((source) => codesIn(readFileSync(join(ROOT, source), 'utf8')))
      expect(codes.length).toBeGreaterThan(10)
      for (const code of codes) expect(page).toContain(`\`${code}\``)
    })
  })
}
