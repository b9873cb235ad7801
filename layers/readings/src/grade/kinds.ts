/** A part that a kind of text must have: the words by which a heading names it, the first is its name. */
export type Part = readonly string[]

/** What a kind of text needs. */
export interface Kind {
  readonly parts: readonly Part[]
  /** Actions that a reader can do. */
  readonly actions: number
  /** Words: fewer and more than that are graded down. */
  readonly size: readonly [least: number, most: number]
  /** Whether its sums must add up. */
  readonly isFinancial?: true
}

const ACTIONS: Part = [
  'actions',
  'action items',
  'next steps',
  'follow up',
  'follow ups',
  'to do',
  'remediation',
  'tasks',
]
const RISKS: Part = ['risks', 'risk', 'what could go wrong', 'threats']

/** Each kind of text that is graded; what is of no kind is a plan (reference: runtime, section 9). */
export const KINDS = {
  adr: {
    parts: [
      ['context', 'problem', 'background', 'context and problem statement'],
      ['decision', 'decision outcome', 'outcome', 'we will', 'chosen option'],
      ['options', 'considered options', 'alternatives', 'alternatives considered'],
      ['consequences', 'consequence', 'trade offs', 'impact', 'implications'],
      ['status'],
    ],
    ...{ actions: 2, size: [120, 1_500] },
  },
  threat_model: {
    parts: [
      ['scope', 'system', 'overview', 'assets', 'what we are building'],
      ['trust boundaries', 'boundaries', 'data flow', 'data flows', 'architecture', 'entry points'],
      ['threats', 'threat', 'stride', 'attacks', 'abuse cases', 'what can go wrong'],
      ['mitigations', 'mitigation', 'controls', 'countermeasures', 'what we do about it', 'responses'],
      ['residual risk', 'accepted risk', 'open questions', 'assumptions', 'verification', 'tests'],
    ],
    ...{ actions: 4, size: [150, 3_000] },
  },
  test_plan: {
    parts: [
      ['scope', 'in scope', 'objectives', 'purpose', 'goal'],
      ['cases', 'test cases', 'scenarios', 'tests'],
      ['environment', 'test data', 'environments', 'setup', 'data'],
      ['exit criteria', 'pass criteria', 'acceptance', 'entry and exit criteria', 'done when', 'entry criteria'],
      RISKS,
    ],
    ...{ actions: 4, size: [120, 3_000] },
  },
  runbook: {
    parts: [
      ['symptoms', 'alert', 'trigger', 'when to use', 'detection', 'when this fires'],
      ['impact', 'severity', 'who is affected', 'user impact'],
      ['diagnosis', 'diagnose', 'triage', 'check', 'checks', 'investigate', 'first look'],
      ['steps', 'procedure', 'mitigation', 'fix', 'resolution', 'recovery', 'actions'],
      ['escalation', 'contacts', 'rollback', 'roll back', 'if that does not help', 'who to call'],
      ['verification', 'verify', 'how to tell it worked', 'after', 'confirm'],
    ],
    ...{ actions: 4, size: [100, 2_000] },
  },
  postmortem: {
    parts: [
      ['summary', 'what happened', 'overview'],
      ['impact', 'customer impact', 'damage'],
      ['timeline', 'chronology', 'sequence of events'],
      ['root cause', 'causes', 'contributing factors', 'cause', 'why it happened', 'root causes'],
      ['lessons', 'lessons learned', 'what went well', 'what went wrong', 'where we got lucky'],
      ACTIONS,
    ],
    ...{ actions: 3, size: [150, 2_500] },
  },
  launch_review: {
    parts: [
      ['scope', 'what launches', 'summary', 'overview'],
      ['readiness', 'checklist', 'launch checklist', 'criteria', 'go no go', 'go criteria'],
      RISKS,
      ['rollout', 'roll out', 'rollback', 'launch plan', 'phases', 'rollout and rollback', 'rollout plan'],
      ['monitoring', 'metrics', 'alerts', 'observability', 'success metrics'],
      ['decision', 'recommendation', 'owners', 'sign off', 'go'],
    ],
    ...{ actions: 4, size: [120, 2_000] },
  },
  risk_assessment: {
    parts: [
      ['scope', 'context', 'system', 'purpose'],
      ['risks', 'risk register', 'risk', 'identified risks', 'threats'],
      ['likelihood', 'probability', 'impact', 'rating', 'scoring', 'likelihood and impact', 'severity'],
      ['treatment', 'mitigation', 'mitigations', 'controls', 'response', 'treatments'],
      ['residual risk', 'acceptance', 'residual', 'review', 'accepted risks'],
    ],
    ...{ actions: 3, size: [120, 2_500] },
  },
  financial_model: {
    parts: [
      ['assumptions', 'drivers', 'inputs', 'assumption'],
      ['revenue', 'income', 'sales', 'pricing'],
      ['costs', 'cost', 'expenses', 'unit cost', 'cogs', 'operating costs'],
      ['results', 'margin', 'profit', 'cash flow', 'break even', 'totals', 'summary', 'cash'],
      ['sensitivity', 'scenarios', 'risks', 'what if', 'downside'],
    ],
    ...{ actions: 2, size: [100, 2_000], isFinancial: true },
  },
  plan: {
    parts: [
      ['goal', 'goals', 'objective', 'objectives', 'why', 'outcome', 'aim', 'purpose'],
      ['scope', 'in scope', 'out of scope', 'constraints', 'non goals'],
      ['steps', 'milestones', 'phases', 'timeline', 'schedule', 'plan', 'approach', 'work', 'tasks'],
      ['owners', 'responsibilities', 'people', 'team', 'who', 'resources'],
      RISKS,
    ],
    ...{ actions: 4, size: [100, 2_500] },
  },
  proposal: {
    parts: [
      ['problem', 'context', 'background', 'need', 'why now', 'motivation'],
      ['proposal', 'solution', 'approach', 'what we propose', 'recommendation'],
      ['benefits', 'value', 'outcomes', 'why it is worth it', 'impact'],
      ['cost', 'costs', 'budget', 'effort', 'price', 'resources'],
      ['risks', 'alternatives', 'options', 'risk', 'alternatives considered'],
      ['next steps', 'timeline', 'ask', 'decision', 'plan', 'what we ask for'],
    ],
    ...{ actions: 3, size: [120, 2_500] },
  },
  scaffold: {
    parts: [['src'], ['test'], ['readme'], ['threat model', 'threat'], ['adr', 'decision'], ['test plan', 'traces']],
    ...{ actions: 3, size: [100, 60_000] },
  },
  advisory: {
    parts: [
      ['summary', 'situation', 'context', 'assessment', 'what we see'],
      ['findings', 'analysis', 'observations', 'blind spots', 'what we found'],
      ['options', 'alternatives', 'choices', 'option'],
      ['recommendation', 'guidance', 'advice', 'decision', 'next steps', 'first step'],
      ['open questions', 'risks', 'assumptions', 'what we do not know', 'unknowns', 'confidence'],
    ],
    ...{ actions: 3, size: [100, 2_000] },
  },
} as const satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof KINDS

/** The kind of that name; a plan if there is none. */
export const kindOf = (name: string): { readonly name: KindName; readonly kind: Kind } =>
  Object.hasOwn(KINDS, name)
    ? { name: name as KindName, kind: KINDS[name as KindName] }
    : { name: 'plan', kind: KINDS.plan }
