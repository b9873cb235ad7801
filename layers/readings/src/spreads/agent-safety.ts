import type { Spread } from './spread.ts'

export const agentSafety: Spread = {
  ...{ name: 'agent_safety', version: '1.0.0', title: 'What may it do, who told it to, and what stops it?' },
  script: `spread agent_safety "What may it do, who told it to, and what stops it?"
deck agents   = llm-agents@1
deck threats  = stride-core@1
deck security = ciso@1
deck shapes   = patterns@1

ask uses_model "Does it call a language model or another learned model?" as yes/no default yes
ask writes     "Can it change anything outside of its own memory?" as yes/no
ask reads      "Whose text does it read?" as any of user, tenant, web, mail

position told "Who can tell it what to do?"
  when uses_model
  draw 3 from agents where severity = critical top
position bound "What stops it?"
  when uses_model
  draw 3 from agents where element in (money, people, technology) top
position truth "What does a reader believe?"
  when uses_model
  draw 3 from agents where element in (data, technology) top
position tried "How is it known to be good enough?"
  when uses_model
  draw all from agents where id = llm-ten-runs
  draw 2 from agents where element in (process, risk) top
position rights "What may it reach?"
  when writes or reads has web or reads has mail
  draw 4 from threats where stride in (S, E) top
position rules "Whose rights does it use?"
  draw 2 from security top

fact danger = if writes and (reads has web or reads has mail) then high else usual
say "Foreign text and rights to write together: {danger}."
speak as ciso about told, bound, rights
`,
}
