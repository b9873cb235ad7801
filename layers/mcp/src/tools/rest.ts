import type { CallTool } from './call-tool.ts'
import { toolSchemas } from './schemas.ts'
import { type FailureBody, type Hints, type Tool, type ToolContext, ToolFailure } from './tool.ts'

export interface ListedTool {
  readonly tool: string
  readonly title: string
  readonly description: string
  readonly scope: string
  readonly hints: Hints
  readonly input_schema: object
  readonly output_schema: object
}

export type InvokeReply =
  | { readonly tool: string; readonly ok: true; readonly result: object; readonly text: string }
  | { readonly tool: string; readonly ok: false; readonly error: FailureBody }

const idOf = ({ id, name }: Tool): string => id ?? name

/**
 * The manifest of a registry, sorted by name (spec supporting-services 4.1, `GET /mcp/tools`).
 * @public for the agent gateway (docs/adr/0028)
 */
export const toolManifest = (tools: readonly Tool[]): { readonly tools: readonly ListedTool[] } => ({
  tools: tools
    .map((tool) => {
      const { title, description, scope, hints } = tool
      const { input, output } = toolSchemas(tool)
      return { tool: idOf(tool), title, description, scope, hints, input_schema: input, output_schema: output }
    })
    .toSorted((a, b) => (a.tool < b.tool ? -1 : 1)),
})

const unknownTool = (tool: string, tools: readonly Tool[]): FailureBody => ({
  code: 'UNKNOWN_TOOL',
  message: `The tool ${tool} does not exist`,
  hint: `Use one of ${tools.map(idOf).toSorted().join(', ')}`,
})

/**
 * Calls a tool by its id (spec supporting-services 4.1, `POST /mcp/invoke`). Never throws.
 * @public for the agent gateway (docs/adr/0028)
 */
export const invokeTool =
  (tools: readonly Tool[], call: CallTool) =>
  async (
    { tool, args }: { readonly tool: string; readonly args?: unknown },
    context: ToolContext,
  ): Promise<InvokeReply> => {
    const foundTool = tools.find((each) => idOf(each) === tool)
    if (foundTool === undefined) return { tool, ok: false, error: unknownTool(tool, tools) }
    const outcome = await call(foundTool, args, context)
    if (outcome instanceof ToolFailure) return { tool, ok: false, error: outcome.body }
    return { tool, ok: true, result: outcome.output, text: outcome.text }
  }
