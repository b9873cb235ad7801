import type { Spread } from './spread.ts'

export const agentSafety: Spread = {
  name: 'agent_safety',
  version: '1.0.0',
  title: 'What may it do, who told it to, and what stops it?',
  script: `spread agent_safety "What may it do, who told it to, and what stops it?"
deck agents = llm-agents@1
deck people = privacy-core@1

ask uses_model "Does it call a language model or another learned model?" as yes/no default yes
ask writes     "Can it change anything outside of its own memory?" as yes/no
ask reads      "Whose text does it read?" as any of user, tenant, web, mail

position told "Who can tell it what to do, and for whom?"
  when uses_model
  draw all from agents where id in (llm-foreign-text, llm-who-asks)
position rights "What may it reach, and how much of it?"
  when uses_model
  draw all from agents where id in (llm-wide-tool, llm-many-small)
position bound "What stops it, and what can be undone?"
  when uses_model
  draw all from agents where id in (llm-approval, llm-stop-midway)
position tried "How is it known to be good enough?"
  when uses_model
  draw all from agents where id in (llm-ten-runs, llm-sampled-after)
position fits "What goes wrong with work of this kind?"
  when uses_model
  draw 4 from agents where id in (llm-misread-value, llm-hand-over, llm-made-up, llm-neighbor-text, llm-smuggle-out, llm-output-as-code, llm-planted-memory, llm-called-twice, llm-budget, llm-tool-text-changes, llm-index-rights) top
position data "Whose data goes where?"
  draw 1 from people where id in (privacy-vendor, privacy-prompt-fields, privacy-second-use, privacy-automated-no, privacy-oldest-record, privacy-bystanders) top

fact danger = if writes and (reads has web or reads has mail) then high else usual
say "Foreign text and rights to write together: {danger}."
speak as ciso about told, bound, rights
`,
}
