import type { Spread } from './spread.ts'

export const premortem: Spread = {
  name: 'premortem',
  version: '1.0.0',
  title: 'Reasons for failure within a year',
  script: `spread premortem "Reasons for failure within a year"
deck product    = cpo@1
deck technology = cto@1
deck failure    = resilience@1
deck people     = sera@1
deck message    = cmo@1
deck design     = architect@1

ask team_size "How many people build and run it?" as number

position assumption "False assumptions"
  draw 2 from product where id in (cpo-real-hours, cpo-import-old) top
  draw 2 from product where id in (cpo-on-the-desk, cpo-outside-yes, cpo-smallest-proof, cpo-who-works-more, cpo-which-half, cpo-plausible-wrong, cpo-todays-cause, cpo-case-waits)
position irreversible "Irreversible choices"
  draw 2 from technology where id in (cto-smallest-cut, cto-bus-factor) top
  draw 1 from product where id = cpo-last-turn top
  draw 2 from technology where id in (cto-seller-says, cto-skill, cto-quota, cto-ten-times, cto-true-peak, cto-truth, cto-model-drift, cto-owner-at-night)
position outage "Unnoticed outages"
  draw 1 from design where id in (arch-own-mark, arch-repeat-and-missed, arch-stale-client, arch-one-box, arch-way-there, arch-foreign-limit) top
  draw 1 from failure where id in (resilience-their-outage, resilience-safe-state, resilience-slow-rot, resilience-common-mode, resilience-last-success, resilience-second-person) top
position users "Users who could not work with it"
  draw 1 from people where id in (sera-first-day, sera-on-paper) top
  draw 2 from people where id in (sera-on-paper, sera-place-of-use, sera-unexpected-reply, sera-other-way, sera-first-morning, sera-bot-to-person, sera-last-place)
position promise "Broken promises"
  draw 1 from message where id = cmo-day-slips top
  draw 1 from message where id in (cmo-launch-minute, cmo-colleague-loses, cmo-takes-share, cmo-machine-wrote, cmo-their-calendar)

fact fragile = if team_size < 3 then yes else no
say "Too few people to lose one: {fragile}."
speak as cpo about assumption, irreversible, outage
`,
}
