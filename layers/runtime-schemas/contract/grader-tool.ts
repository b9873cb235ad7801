import { GraderInput, GraderReply } from './grader.ts'

export const GRADER_TOOL = {
  name: 'run_grader',
  id: 'signet.run_grader',
  title: 'Grade a text',
  description:
    'Grades a text by countable criteria, suggests the best next edit, stores the grade and issues a receipt. Costs nothing. The grader does not check whether a source is true.',
  scope: 'runtime:read',
  input: GraderInput,
  output: GraderReply,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  rate: { requests: 10, window: '1m', by: 'caller' },
} as const

export const GRADER_HINTS: Readonly<Record<string, string>> = {
  unknown_deck: 'Use a rubric deck of the organization, or rubric-core',
  unknown_grader_version: 'Send an available version of the formulas',
  receipt_conflict: 'Repeat the call after one second',
}

export const gradeInWords = ({ aggregate, gaps }: GraderReply): string => {
  const [gap] = gaps
  return `${aggregate} of 1. ${gap ? `The best next edit: ${gap.fix}` : 'No countable criterion is missing'}`
}
