import type { Spread } from './spread.ts'

export const agentSafety: Spread = {
  name: 'agent_safety',
  version: '1.0.0',
  title: 'Agent permissions, instructions and limits',
  script: `spread agent_safety "Agent permissions, instructions and limits"
deck agents = llm-agents@1
deck people = privacy-core@1

ask uses_model "Does it call a language model or another learned model?" as yes/no default yes
ask writes     "Can it change anything outside its own memory?" as yes/no
ask reads      "Whose text does it read?" as any of user, tenant, web, mail

position instructions "Sources of instructions"
  when uses_model
  draw all from agents where id in (llm-foreign-text, llm-who-asks)
position rights "Access and its extent"
  when uses_model
  draw all from agents where id in (llm-wide-tool, llm-many-small)
position bound "Stop and undo"
  when uses_model
  draw all from agents where id in (llm-approval, llm-stop-midway)
position tried "Evidence of quality"
  when uses_model
  draw all from agents where id in (llm-ten-runs, llm-sampled-after)
position fits "Typical failures of this kind of work"
  when uses_model
  draw 4 from agents where id in (llm-misread-value, llm-hand-over, llm-made-up, llm-neighbor-text, llm-smuggle-out, llm-output-as-code, llm-planted-memory, llm-called-twice, llm-budget, llm-tool-text-changes, llm-index-rights) top
position data "Data flows"
  draw 1 from people where id in (privacy-vendor, privacy-prompt-fields, privacy-second-use, privacy-automated-no, privacy-oldest-record, privacy-bystanders) top

fact danger = if writes and (reads has web or reads has mail) then high else usual
say "Untrusted text combined with write access: {danger}."
speak as ciso about instructions, bound, rights
`,
}
