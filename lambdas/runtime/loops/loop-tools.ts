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
    description: 'Answers questions, like `answers` of a step.',
    args: { type: 'object', additionalProperties: {}, description: 'Values by fact; "unknown" if there is no answer' },
  },
  draw_more: {
    title: 'Draw one more card',
    description: 'Draws one more card for a position.',
    args: object({ position: text('Name of the position') }, ['position']),
  },
  explain_card: {
    title: 'Explain a card',
    description: 'Explains why a card applies, and the known facts of its condition.',
    args: object({ card: text('ID of the card') }, ['card']),
  },
  classify: {
    title: 'Classify',
    description: 'Returns the pattern and the traits of an intention.',
    args: object({ intention: text("The intention to classify; the interview's own by default") }),
  },
  recall: {
    title: 'Recall',
    description: 'Lists stored readings of the querent, newest first.',
    args: object({ text: text('Words to search for') }),
  },
  grade: {
    title: 'Grade a text',
    description: 'Grades a text by countable criteria, and suggests the best next edit.',
    args: object(
      {
        content: text('The text'),
        kind: text('Kind of text, such as adr, threat_model or test_plan; plan by default'),
      },
      ['content'],
    ),
  },
  scaffold: {
    title: 'Create a project',
    description: 'Generates the project of the interview and summarizes its files. Requires approval.',
    args: object({
      target: { type: 'string', enum: ['aws', 'cloudflare', 'both'] },
      pattern: text('Pattern of the project; derived from the intention by default'),
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
