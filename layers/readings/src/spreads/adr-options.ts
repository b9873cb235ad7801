import type { Spread } from './spread.ts'

export const adrOptions: Spread = {
  ...{ name: 'adr_options', version: '1.0.0', title: 'Which option, measured by what, at which price of leaving?' },
  script: `spread adr_options "Which option, measured by what, at which price of leaving?"
deck design     = architect@1
deck technology = cto@1
deck money      = cfo@1
deck shapes     = patterns@1

ask options  "Which options are there?" as text
ask deadline "Weeks until it must be decided?" as number

position scenario "Which quality, with which number, decides?"
  draw 3 from design where element in (technology, data) top
position tradeoff "Where do two qualities pull apart?"
  draw all from design where element in (money, process, risk)
position undo "What does it cost to undo?"
  draw all from technology where id in (cto-reversible, cto-too-small-option, cto-exit-data, cto-skill)
  draw 3 from technology top
position exit "What is owed, lost and rebuilt on leaving?"
  draw 2 from money top
position shape "Which shape is it, and where does that break?"
  draw 1 from shapes top

fact hurry = if deadline <= 2 then yes else no
say "Decided in a hurry: {hurry}. Scenarios: {scenario.titles}."
speak as architect about scenario, tradeoff, undo
`,
}
