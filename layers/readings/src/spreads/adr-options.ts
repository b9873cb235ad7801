import type { Spread } from './spread.ts'

export const adrOptions: Spread = {
  ...{ name: 'adr_options', version: '1.0.0', title: 'Which option, measured by what, at which price of leaving?' },
  script: `spread adr_options "Which option, measured by what, at which price of leaving?"
deck design     = architect@1
deck technology = cto@1
deck money      = cfo@1

ask options  "Which options are there?" as text
ask deadline "Weeks until it must be decided?" as number

position scenario "Which quality, with which number, decides?"
  draw 2 from design where element in (technology, data)
position tradeoff "Where do two qualities pull apart?"
  draw 2 from design
position undo "What does it cost to undo?"
  draw 2 from technology
position exit "What is owed, lost and rebuilt on leaving?"
  draw 2 from money

fact hurry = if deadline <= 2 then yes else no
say "Decided in a hurry: {hurry}. Scenarios: {scenario.titles}."
speak as architect about scenario, tradeoff, undo
`,
}
