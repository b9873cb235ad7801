import { Refusal } from '@signet/kernel'
import type { Tool } from '@signet/mcp'
import { FlowUpdateInput } from '@signet/runtime-schemas/flow'
import * as z from 'zod'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, LOW_RATE, READS } from './gateway-tool.ts'
import { includedFiles, includeFiles, omittedLine, withContents } from './included-files.ts'
import { scaffoldId } from './scaffold-files.ts'

const STATUSES = ['conflict', 'merged', 'updated', 'added', 'removed', 'kept', 'unchanged'] as const

const STATUSES_WITHOUT_CONTENT: readonly string[] = ['kept', 'unchanged', 'removed']

const Output = z.looseObject({
  id: z.string(),
  files: includedFiles({ status: z.enum(STATUSES) }),
  contents_left: z.array(z.string()).describe('Changed files whose contents did not fit'),
})

export const scaffoldUpdate = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'scaffold_update',
    title: 'Update a project',
    description:
      'Merges the newest version of the pattern into a project from scaffold_create (three-way merge). Edited parts are never overwritten; conflicts contain both versions and the base. Send the files unchanged. It writes nothing: write the files that are returned with include_files. Costs nothing.',
    scope: 'flows:read',
    input: z.strictObject({ id: scaffoldId, ...FlowUpdateInput.shape, include_files: includeFiles }),
    output: Output,
    hints: READS,
    rate: LOW_RATE,
    async ask({ id, include_files, ...body }, context) {
      const updated = await deps.platform.updateFlow({ params: { id }, body, ...atPlatform(context) })
      if (updated instanceof Refusal) return updated
      const { files, omitted } = withContents(updated.files, {
        isRequested: ({ status }) => include_files && !STATUSES_WITHOUT_CONTENT.includes(status),
        rank: ({ status }) => STATUSES.indexOf(status),
      })
      return { id, files, contents_left: omitted }
    },
    words: ({ files, contents_left }) => {
      const filesByStatus = STATUSES.map((status) => [status, files.filter((file) => file.status === status)] as const)
      const lines = filesByStatus.filter(
        ([status, filesOfStatus]) => filesOfStatus.length > 0 && !STATUSES_WITHOUT_CONTENT.includes(status),
      )
      const unchangedCount = files.filter(({ status }) => STATUSES_WITHOUT_CONTENT.includes(status)).length
      return `${[...lines.map(([status, filesOfStatus]) => `${status}: ${filesOfStatus.map(({ path }) => path).join(', ')}`), `unchanged: ${unchangedCount}`].join('\n')}${omittedLine(contents_left, 'send fewer files at a time')}`
    },
  })
