import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { withSystem } from './running-system.ts'

/** The inspector of the Model Context Protocol against the running system: strict about schemas, in both eras. */
const inspector = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector')

await withSystem(4670, async ({ urls, identities }) => {
  const inspect = (era: string, ...args: readonly string[]): unknown => {
    const own = ['--cli', `${urls.imageAgents}/`, '--transport', 'http', '--protocol-era', era, '--format', 'json']
    const key = ['--header', `Authorization: Bearer ${identities.free.genKey}`]
    const told = execFileSync(process.execPath, [inspector, ...own, ...key, ...args], { encoding: 'utf8' })
    // Warnings of --strict come after the answer.
    return JSON.parse(told.split('\n')[0] ?? '')
  }
  for (const era of ['modern', 'legacy']) {
    const listed = inspect(era, '--method', 'tools/list', '--strict') as { result: { tools: { name: string }[] } }
    const names = listed.result.tools.map(({ name }) => name)
    const call = ['--method', 'tools/call', '--tool-name', 'generate_image', '--tool-arg', 'prompt=a cat']
    const drawn = inspect(era, ...call, '--tool-arg', 'quality_tier=draft') as {
      result: { isError?: boolean; structuredContent?: { state?: string } }
    }
    const { state } = drawn.result.structuredContent ?? {}
    if (!names.includes('generate_image') || state !== 'completed') {
      throw new Error(`${era}: ${names.join(', ')}; generate_image ended as ${state}`)
    }
    console.log(`${era}: ${names.length} tools, portable schemas, an image drawn`)
  }
})
