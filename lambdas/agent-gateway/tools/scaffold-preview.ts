import { defineTool, type Tool } from '@signet/mcp'
import { Preview, PreviewInput } from '@signet/runtime-schemas/preview'
import { READS, SOME } from './gateway-tool.ts'
import { pathLines } from './scaffold-files.ts'

/** The engine renders it here, as the platform does: its route counts addresses, and agents share ours. */
export const scaffoldPreview = (): Tool =>
  defineTool({
    name: 'scaffold_preview',
    title: 'Preview a scaffold',
    description:
      'Lists the files that scaffold_create would make for an intention, without making them. Costs nothing.',
    scope: 'runtime:read',
    input: PreviewInput,
    output: Preview,
    hints: READS,
    rate: SOME,
    async run({ intention, project_type }) {
      const { previewFiles } = await import('@signet/scaffolds')
      const files = previewFiles(intention, project_type)
      return {
        output: { preview: true as const, method: 'rules' as const, project_type, files: [...files] },
        text: `${files.length} files:\n${pathLines(files)}`,
      }
    },
  })
