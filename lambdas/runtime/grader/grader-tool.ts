import { Refusal } from '@signet/kernel'
import { defineTool, type Tool, ToolFailure } from '@signet/tools'
import { GraderInput, GraderReply } from '../contract/grader.ts'
import type { RunGrader } from './run-grader.ts'

const NEXT: Readonly<Record<string, string>> = {
  unknown_deck: 'Name a rubric of the organisation, or rubric-core',
  unknown_grader_version: 'Send a version of the formulas that is kept',
  receipt_conflict: 'Make the same call again in a second',
}

/** The grader as a tool of agents. */
export const graderTool = (run: RunGrader, header?: string): Tool =>
  defineTool({
    ...{ name: 'run_grader', id: 'signet.run_grader', title: 'Grade a text' },
    description:
      'Grades a text by what can be counted in it, names the best next edit, keeps the grade and issues its receipt. It costs no credits. It cannot see whether a source is true.',
    scope: 'runtime:read',
    input: GraderInput,
    output: GraderReply,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    rate: { requests: 10, window: '1m', by: 'caller' },
    async run(input, { caller }) {
      const graded = await run({ caller, header }, input)
      if (graded instanceof Refusal) {
        const { code, message } = graded
        return new ToolFailure({ code: code.toUpperCase(), message, hint: NEXT[code] ?? 'Mend the arguments' })
      }
      const [gap] = graded.gaps
      const edit = gap ? `The best next edit: ${gap.fix}` : 'Nothing is missing that can be counted'
      return { text: `${graded.aggregate} of 1. ${edit}`, output: graded }
    },
  })
