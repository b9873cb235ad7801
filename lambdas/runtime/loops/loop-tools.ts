import { LOOP_TOOLS, type LoopTool } from '@signet/readings'

const object = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const text = (description: string) => ({ type: 'string', description })

interface ToolDescription {
  readonly title: string
  readonly description: string
  readonly args: object
}

const DESCRIBED: Readonly<Record<LoopTool, ToolDescription>> = {
  answer: {
    title: 'Answer',
    description: 'Answers questions, as `answers` of a tick does.',
    args: { type: 'object', additionalProperties: {}, description: 'Values by fact; "unknown" for what nobody knows' },
  },
  draw_more: {
    title: 'Draw one card more',
    description: 'Lets a position draw one card more.',
    args: object({ position: text('Name of the position') }, ['position']),
  },
  explain_card: {
    title: 'Explain a card',
    description: 'Says why a card applies, and what is known of its condition.',
    args: object({ card: text('Id of the card') }, ['card']),
  },
  classify: {
    title: 'Classify',
    description: 'Says which pattern an intention is, and its traits.',
    args: object({ intention: text('Without it, that of the interview') }),
  },
  recall: {
    title: 'Recall',
    description: 'Names inscribed readings of the querent, the newest first.',
    args: object({ text: text('What they speak of') }),
  },
  grade: {
    title: 'Grade a text',
    description: 'Grades a text by what can be counted in it, and names the best next edit.',
    args: object({ content: text('The text'), kind: text('adr, threat_model, test_plan, …; without it plan') }, [
      'content',
    ]),
  },
  scaffold: {
    title: 'Make a project',
    description: 'Makes the project that the interview has come to, and tells its files. It waits for approval.',
    args: object({
      target: { type: 'string', enum: ['aws', 'cloudflare', 'both'] },
      pattern: text('Without it, that of the intention'),
    }),
  },
  finish: { title: 'End the interview', description: 'Ends the interview and signs its reading.', args: object({}) },
}

const RESULT = object({ ok: { type: 'boolean' }, summary: { type: 'string' } }, ['ok', 'summary'])

export const loopTools = () =>
  Object.entries(LOOP_TOOLS)
    .map(([name, { needsApproval }]) => {
      const { title, description, args } = DESCRIBED[name as LoopTool]
      return {
        tool: name,
        title,
        description,
        scope: needsApproval ? 'runtime:run' : 'runtime:read',
        hints: {
          readOnly: !['answer', 'draw_more', 'finish'].includes(name),
          destructive: false,
          idempotent: true,
          openWorld: false,
        },
        needs_approval: needsApproval,
        input_schema: args,
        output_schema: RESULT,
      }
    })
    .toSorted((a, b) => (a.tool < b.tool ? -1 : 1))
