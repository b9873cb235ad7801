import type { Spread } from './spread.ts'

export const evalGraderCast: Spread = {
  name: 'eval-grader-cast',
  version: '1.0.0',
  title: 'Which edit gains most?',
  script: `spread eval_grader_cast "Which edit gains most?"
deck rubric = rubric-core@1

position gaps "Which checks fail, the dearest first?"
  draw all from rubric top

say "{gaps.count} checks to look at."
`,
}
