import { defineTool, type Tool } from '@signet/mcp'
import { Preview, PreviewInput } from '@signet/runtime-schemas/preview'
import { HIGH_RATE, READS } from './gateway-tool.ts'
import { pathLines } from './scaffold-files.ts'

/**
 * Runs the engine in process. The route of the platform counts requests by address, and all agents share the address of
 * the gateway.
 */
export const scaffoldPreview = (): Tool =>
  defineTool({
    name: 'scaffold_preview',
    title: 'Preview a scaffold',
    description: 'Lists the files that scaffold_create would create for an intention. Creates nothing. Costs nothing.',
    scope: 'runtime:read',
    input: PreviewInput,
    output: Preview,
    hints: READS,
    rate: HIGH_RATE,
    async run({ intention, project_type }) {
      const { previewFiles } = await import('@signet/scaffolds')
      const files = previewFiles(intention, project_type)
      return {
        output: { preview: true as const, method: 'rules' as const, project_type, files: [...files] },
        text: `${files.length} files:\n${pathLines(files)}`,
      }
    },
  })
