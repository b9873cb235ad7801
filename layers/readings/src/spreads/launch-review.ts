import type { Spread } from './spread.ts'

export const launchReview: Spread = {
  ...{ name: 'launch_review', version: '1.0.0', title: 'May this go out on Thursday?' },
  script: `spread launch_review "May this go out on Thursday?"
deck message = cmo@1
deck people  = sera@1
deck run     = mara@1
deck threats = stride-core@1

ask has_ui   "Does it have a screen that people use?" as yes/no
ask exposure "Who can reach it?" as one of public, partner, internal

position promise "What do we claim, and what proves it?"
  draw 2 from message
position newcomer "Who cannot use it, or is locked out?"
  when has_ui or exposure = public
  draw 2 from people
position attack "What would a stranger try first?"
  draw 2 from threats where severity >= high
position night "What happens in the first night?"
  draw 2 from run

fact ready = if exposure is unknown then unknown_reach else known_reach
say "Reach: {exposure} ({ready})."
speak as mara about promise, attack, night
`,
}
