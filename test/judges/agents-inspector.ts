import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type RunningSystem, withSystem } from './running-system.ts'

/** Runs the inspector of the Model Context Protocol against both MCP servers, with strict schemas and both protocol revisions ("eras"). */
const inspector = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector')

interface InspectorOutput {
  readonly result: {
    readonly tools?: readonly { readonly name: string }[]
    readonly prompts?: readonly { readonly name: string }[]
    readonly resources?: readonly { readonly uri: string }[]
    readonly contents?: readonly { readonly text?: string }[]
    readonly isError?: boolean
    readonly structuredContent?: Readonly<Record<string, unknown>>
  }
}

type Inspect = (...args: readonly string[]) => InspectorOutput['result']

const inspectorFor =
  (url: string, key: string, era: string): Inspect =>
  (...args) => {
    const connection = ['--cli', `${url}/`, '--transport', 'http', '--protocol-era', era, '--format', 'json']
    const header = ['--header', `Authorization: Bearer ${key}`]
    const output = execFileSync(process.execPath, [inspector, ...connection, ...header, ...args], { encoding: 'utf8' })
    // Warnings of --strict follow the JSON on the first line.
    return (JSON.parse(output.split('\n')[0] ?? '') as InspectorOutput).result
  }

const namesOf = (inspect: Inspect): readonly string[] =>
  (inspect('--method', 'tools/list', '--strict').tools ?? []).map(({ name }) => name)

const imageTools = (inspect: Inspect): string => {
  const names = namesOf(inspect)
  const call = ['--method', 'tools/call', '--tool-name', 'generate_image', '--tool-arg', 'prompt=a cat']
  const { state } = inspect(...call, '--tool-arg', 'quality_tier=draft').structuredContent ?? {}
  if (names.includes('generate_image') && state === 'completed') return `${names.length} tools, an image generated`
  throw new Error(`${names.join(', ')}; generate_image ended as ${String(state)}`)
}

const gatewayTools = (inspect: Inspect): string => {
  const names = namesOf(inspect)
  const call = ['--method', 'tools/call', '--tool-name', 'scaffold_classify', '--tool-arg']
  const { tier2_recommended: isUnsure } =
    inspect(...call, 'intention=A webhook receiver that stores payments').structuredContent ?? {}
  const prompts = inspect('--method', 'prompts/list').prompts ?? []
  const resources = inspect('--method', 'resources/list').resources ?? []
  const [script] = inspect('--method', 'resources/read', '--uri', 'signet://spreads/threat_model').contents ?? []
  const hasExpectedCatalog = names.length === 14 && isUnsure === false && prompts.length === 2 && resources.length > 20
  if (hasExpectedCatalog && script?.text?.startsWith('spread threat_model'))
    return `${names.length} tools, ${prompts.length} prompts, ${resources.length} resources`
  throw new Error(JSON.stringify({ names, isUnsure, prompts, resources: resources.length, script }))
}

/** Returns both servers, each with an API key and the check of its tools. */
const serversOf = ({ urls, identities: { free } }: RunningSystem) => [
  { url: String(urls.imageAgents), key: free.genKey, judge: imageTools },
  { url: String(urls.gateway), key: free.platKey, judge: gatewayTools },
]

await withSystem(async (system) => {
  for (const { url, key, judge } of serversOf(system))
    for (const era of ['modern', 'legacy'])
      console.log(`${era}: portable schemas, ${judge(inspectorFor(url, key, era))}`)
})
