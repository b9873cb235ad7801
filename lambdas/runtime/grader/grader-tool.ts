import { Refusal } from '@signet/kernel'
import { defineTool, type Tool, ToolFailure } from '@signet/mcp'
import { GRADER_HINTS, GRADER_TOOL, gradeInWords } from '@signet/runtime-schemas/grader-tool'
import type { RunGrader } from './run-grader.ts'

export const graderTool = (run: RunGrader, header?: string): Tool =>
  defineTool({
    ...GRADER_TOOL,
    async run(input, { caller }) {
      const graded = await run({ caller, header }, input)
      if (graded instanceof Refusal) {
        const { code, message } = graded
        return new ToolFailure({ code: code.toUpperCase(), message, hint: GRADER_HINTS[code] ?? 'Mend the arguments' })
      }
      return { text: gradeInWords(graded), output: graded }
    },
  })
