import type { Spread } from './spread.ts'

export const launchReview: Spread = {
  ...{ name: 'launch_review', version: '1.0.0', title: 'May this go out on Thursday?' },
  script: `spread launch_review "May this go out on Thursday?"
deck message    = cmo@1
deck people     = sera@1
deck run        = mara@1
deck threats    = stride-core@1
deck technology = cto@1
deck money      = cfo@1

ask has_ui   "Does it have a screen that people use?" as yes/no
ask exposure "Who can reach it?" as one of public, partner, internal

position promise "What do we claim, and what proves it?"
  draw all from message where id in (cmo-launch-minute, cmo-day-slips)
  draw 3 from message top
position newcomer "Who cannot use it, or is locked out?"
  when has_ui or exposure = public
  draw 4 from people top
position attack "What would a stranger try first?"
  draw 2 from threats where severity >= high top
position night "What happens in the first night?"
  draw 2 from run top
position back "Which way leads back?"
  draw all from technology where id in (cto-rollback, cto-smallest-cut)
  draw 2 from technology top
position charged "Who pays for a mistake?"
  draw 2 from money where severity >= high top

fact ready = if exposure is unknown then unknown_reach else known_reach
say "Reach: {exposure} ({ready})."
speak as mara about promise, attack, night
`,
}
