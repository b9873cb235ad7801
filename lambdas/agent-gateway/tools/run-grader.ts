import type { Tool } from '@signet/mcp'
import { GRADER_TOOL, gradeInWords } from '@signet/runtime-schemas/grader-tool'
import { atRuntime } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, receiptLine, receiptLinks } from './gateway-tool.ts'

export const runGrader = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    ...GRADER_TOOL,
    rate: HIGH_RATE,
    ask: async (body, context) => {
      const { options, headers, receipted } = atRuntime(context)
      return receipted(() => deps.runtime.runGrader({ body, headers, ...options }))
    },
    words: (graded) => `${gradeInWords(graded)}${receiptLine(graded)}`,
    links: receiptLinks,
  })
