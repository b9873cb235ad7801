import type { Spread } from './spread.ts'

/**
 * The conditions of cards use the answer `has_ui`. `ready` is `known_reach` or `unknown_reach`. `mara` is the role for
 * reliability and operations.
 */
export const launchReview: Spread = {
  name: 'launch_review',
  version: '1.0.0',
  title: 'Launch readiness',
  script: `spread launch_review "Launch readiness"
deck message    = cmo@1
deck people     = sera@1
deck product    = cpo@1
deck technology = cto@1
deck money      = cfo@1

ask has_ui   "Does it have a screen that people use?" as yes/no
ask exposure "Who can reach it?" as one of public, partner, internal

position promise "Audience and promises"
  draw all from message where id in (cmo-launch-minute, cmo-day-slips)
  draw 2 from message where id in (cmo-consent-mail, cmo-takes-share, cmo-machine-wrote, cmo-price-computable, cmo-first-sentence, cmo-colleague-loses, cmo-their-calendar)
position newcomer "Excluded and locked-out users"
  draw all from people where id in (sera-other-way, sera-first-morning)
  draw 2 from people where id in (sera-where-is-it, sera-last-place, sera-first-day, sera-place-of-use, sera-unexpected-reply, sera-twenty-minutes, sera-failed-form-heard, sera-keyboard, sera-bot-to-person, sera-locked-out, sera-on-paper)
position tried "Completed trials"
  draw 3 from product where id in (cpo-defaults, cpo-on-the-desk, cpo-outside-yes, cpo-import-old, cpo-undo, cpo-limit-moment, cpo-plausible-wrong, cpo-unhappy-path, cpo-case-waits, cpo-real-hours)
position night "Staffing of the first night"
  draw 2 from technology where id in (cto-owner-at-night, cto-smallest-cut) top
  draw 2 from technology where id in (cto-truth, cto-quota, cto-contract-version, cto-ten-times, cto-seller-says, cto-model-drift, cto-tenant-blast, cto-bus-factor)
position back "Rollback"
  draw 1 from product where id = cpo-last-turn top
position charged "Cost of mistakes"
  draw 1 from money where id in (cfo-charged-failed, cfo-free-accounts, cfo-anomaly-hours, cfo-promise-gap, cfo-unpaid-hours) top

fact ready = if exposure is unknown then unknown_reach else known_reach
say "Reach: {exposure} ({ready})."
speak as mara about promise, night, back
`,
}
