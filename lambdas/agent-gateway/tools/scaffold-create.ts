import { Refusal } from '@signet/kernel'
import type { Tool, ToolContext } from '@signet/mcp'
import { repeatKey } from '@signet/mcp/agents'
import { FlowInput } from '@signet/runtime-schemas/flow'
import { FileRole } from '@signet/runtime-schemas/preview'
import * as z from 'zod'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, LOW_RATE, receiptLink, WRITES } from './gateway-tool.ts'
import { includedFiles, includeFiles, omittedLine } from './included-files.ts'
import { linksOf, pathLines, scaffoldFiles } from './scaffold-files.ts'

const NAME = 'scaffold_create'

const Output = z.looseObject({
  id: z.string().describe('Hash of the receipt'),
  classification: z.looseObject({ pattern: z.string(), confidence: z.string() }),
  traits: z.record(z.string(), z.string()),
  tier2_recommended: z.boolean(),
  files: includedFiles({ role: FileRole }),
  download_url: z.string().describe('ZIP of all files; requires a key with flows:read'),
  verify_url: z.string().describe('Public verification page of the receipt'),
})

const OMITTED_HINT = 'call scaffold_status with their paths, or download them from download_url'

const isDocument = (fact: string): boolean => fact.startsWith('governance.')

/**
 * Reads the files of a new scaffold with `flows:read`, because its creator may read it. Empty if they cannot be read.
 */
const filesOf = async ({ platform }: ToolDeps, id: string, context: ToolContext) => {
  const options = atPlatform(context)
  const flow = await platform.getFlow({
    params: { id },
    ...options,
    as: options.as && { ...options.as, scopes: ['flows:read'] },
  })
  return flow instanceof Refusal ? [] : flow.scaffold.files
}

export const scaffoldCreate = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: NAME,
    title: 'Create a scaffold',
    description:
      'Creates a project from an intention: source and passing tests, infrastructure, threat model, decisions and test plan, with a signed receipt over the files. Deterministic: the same intention gives the same files. Takes one scaffold of the quota; nothing if it fails. Returns paths and a download link; contents only with include_files, up to 48 KiB. Call scaffold_classify and scaffold_preview first: they cost nothing.',
    scope: 'flows:write',
    input: z.strictObject({ ...FlowInput.shape, include_files: includeFiles }),
    output: Output,
    hints: WRITES,
    rate: LOW_RATE,
    async ask({ include_files, ...body }, context) {
      const headers = { 'idempotency-key': repeatKey(NAME, body, context.caller, deps.now()) }
      const flow = await deps.platform.createFlow({ body, headers, ...atPlatform(context) })
      if (flow instanceof Refusal) return flow
      const facts = Object.fromEntries(Object.entries(flow.facts).filter(([fact]) => !isDocument(fact)))
      const all = await filesOf(deps, flow.id, context)
      const { files, omitted } = scaffoldFiles(all, include_files)
      return { ...flow, facts, files, contents_left: omitted, ...linksOf(deps.platformUrl, flow.id) }
    },
    words: ({ id, output, files, contents_left, download_url, verify_url }) =>
      `${output}\n\nScaffold ${id}\n\nFiles${files.length === 0 ? ': scaffold_status lists them' : `:\n${pathLines(files)}`}\n\nAll as a ZIP: ${download_url}\nReceipt: ${verify_url}${omittedLine(contents_left, OMITTED_HINT)}`,
    links: ({ id }) => [receiptLink(id)],
  })
