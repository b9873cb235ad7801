import { LOOP_TOOLS, type LoopTool } from '@signet/readings'

const objectSchema = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const textSchema = (description: string) => ({ type: 'string', description })

interface ToolDescription {
  readonly title: string
  readonly description: string
  readonly args: object
}

const TOOL_DESCRIPTIONS: Readonly<Record<LoopTool, ToolDescription>> = {
  answer: {
    title: 'Answer',
    description: 'Answers questions, like `answers` of a step.',
    args: { type: 'object', additionalProperties: {}, description: 'Values by fact; "unknown" if there is no answer' },
  },
  draw_more: {
    title: 'Draw one more card',
    description: 'Draws one more card for a position.',
    args: objectSchema({ position: textSchema('Name of the position') }, ['position']),
  },
  explain_card: {
    title: 'Explain a card',
    description: 'Explains why a card applies, and the known facts of its condition.',
    args: objectSchema({ card: textSchema('ID of the card') }, ['card']),
  },
  classify: {
    title: 'Classify',
    description: 'Returns the pattern and the traits of an intention.',
    args: objectSchema({ intention: textSchema("The intention to classify; the interview's own by default") }),
  },
  recall: {
    title: 'Recall',
    description: 'Lists stored readings of the querent, newest first.',
    args: objectSchema({ text: textSchema('Words to search for') }),
  },
  grade: {
    title: 'Grade a text',
    description: 'Grades a text by countable criteria, and suggests the best next edit.',
    args: objectSchema(
      {
        content: textSchema('The text'),
        kind: textSchema('Kind of text, such as adr, threat_model or test_plan; plan by default'),
      },
      ['content'],
    ),
  },
  scaffold: {
    title: 'Create a project',
    description: 'Generates the project of the interview and summarizes its files. Requires approval.',
    args: objectSchema({
      target: { type: 'string', enum: ['aws', 'cloudflare', 'both'] },
      pattern: textSchema('Pattern of the project; derived from the intention by default'),
    }),
  },
  finish: {
    title: 'End the interview',
    description: 'Ends the interview and signs its reading.',
    args: objectSchema({}),
  },
}

const RESULT_SCHEMA = objectSchema({ ok: { type: 'boolean' }, summary: { type: 'string' } }, ['ok', 'summary'])

export const loopTools = () =>
  Object.entries(LOOP_TOOLS)
    .map(([name, { needsApproval }]) => {
      const { title, description, args } = TOOL_DESCRIPTIONS[name as LoopTool]
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
        output_schema: RESULT_SCHEMA,
      }
    })
    .toSorted((a, b) => (a.tool < b.tool ? -1 : 1))
