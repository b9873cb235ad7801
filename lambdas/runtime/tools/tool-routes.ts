import { reply } from '@signet/contracts'
import { hasScope } from '@signet/identity'
import { type Limiter, Refusal, type Route, route } from '@signet/kernel'
import { callTool, defineTool, type Tool, ToolFailure } from '@signet/mcp'
import { invokeTool, toolManifest } from '@signet/mcp/rest'
import { GRADER_HINTS, GRADER_TOOL, gradeInWords } from '@signet/runtime-schemas/grader-tool'
import { invokeRuntimeTool, listRuntimeTools } from '../contract/tools.ts'
import type { RunGrader } from '../grader/run-grader.ts'

const graderTool = (run: RunGrader, header?: string): Tool =>
  defineTool({
    ...GRADER_TOOL,
    async run(input, { caller }) {
      const graded = await run({ caller, header }, input)
      if (graded instanceof Refusal) {
        const { code, message } = graded
        return new ToolFailure({ code: code.toUpperCase(), message, hint: GRADER_HINTS[code] ?? 'Fix the arguments' })
      }
      return { text: gradeInWords(graded), output: graded }
    },
  })

export interface ToolDeps {
  readonly limit: Limiter
  readonly grade: RunGrader
}

const toolsOf = ({ grade }: ToolDeps, header?: string) => [graderTool(grade, header)]

/** `GET /mcp/tools` and `POST /mcp/invoke` (spec supporting-services 4.1). */
export const toolRoutes = (deps: ToolDeps): Route[] => {
  const call = callTool({ limit: deps.limit, hasScope })
  return [
    route(listRuntimeTools, async () => reply(200, toolManifest(toolsOf(deps)) as never)),
    route(invokeRuntimeTool, async ({ body, headers, caller, log, traceId, signal, baseUrl }) => {
      const context = { caller, log, traceId, signal, baseUrl, images: 'link' as const }
      const invoked = await invokeTool(toolsOf(deps, headers['x-querent-ids']), call)(body, context)
      return reply(200, invoked as never)
    }),
  ]
}
