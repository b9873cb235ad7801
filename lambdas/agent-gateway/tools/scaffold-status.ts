import { Refusal } from '@signet/kernel'
import type { Tool } from '@signet/mcp'
import { FileRole } from '@signet/runtime-schemas/preview'
import * as z from 'zod'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, READS, receiptLink } from './gateway-tool.ts'
import { includedFiles, includeFiles, omittedLine } from './included-files.ts'
import { linksOf, pathLines, scaffoldFiles, scaffoldId } from './scaffold-files.ts'

const Output = z.looseObject({
  id: z.string(),
  status: z.literal('completed'),
  files: includedFiles({ role: FileRole }),
  next_steps: z.array(z.string()),
  download_url: z.string().describe('ZIP of all files; requires a key with flows:read'),
  verify_url: z.string().describe('Public verification page of the receipt'),
})

const OMITTED_HINT = 'call again with their paths, or download them from download_url'

export const scaffoldStatus = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'scaffold_status',
    title: 'Read a scaffold',
    description:
      'Returns a scaffold of this account: files, summary, next steps, download link and verification link. Contents only with include_files, or of the files in paths. Costs nothing.',
    scope: 'flows:read',
    input: z.strictObject({
      id: scaffoldId,
      include_files: includeFiles,
      paths: z.array(z.string().max(200)).min(1).max(60).optional().describe('Return the contents of these files only'),
    }),
    output: Output,
    hints: READS,
    rate: HIGH_RATE,
    async ask({ id, include_files, paths }, context) {
      const flow = await deps.platform.getFlow({ params: { id }, ...atPlatform(context) })
      if (flow instanceof Refusal) return flow
      // The governance documents are also in the files.
      const { scaffold, governance: _, ...rest } = flow
      const { files, omitted } = scaffoldFiles(scaffold.files, include_files, paths)
      return { ...rest, files, contents_left: omitted, ...linksOf(deps.platformUrl, id) }
    },
    words: ({ output, files, contents_left, download_url, verify_url }) =>
      `${output}\n\nFiles:\n${pathLines(files)}\n\nAll as a ZIP: ${download_url}\nReceipt: ${verify_url}${omittedLine(contents_left, OMITTED_HINT)}`,
    links: ({ id }) => [receiptLink(id)],
  })
