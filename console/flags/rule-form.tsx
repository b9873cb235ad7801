import { Button, RadioGroup, Select, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Flag } from '../api/flags.ts'
import { FaultText } from '../session/fault-text.tsx'
import { Comparisons } from './comparisons.tsx'
import { type RuleDraft, ruleDraft, ruleOf } from './rule-draft.ts'
import { SegmentChoice } from './segment-choice.tsx'

type Rule = Flag['rules'][number]

interface RuleFormState {
  readonly draft: RuleDraft
  readonly change: (changes: Partial<RuleDraft>) => void
}

const KINDS = [
  { value: 'all', text: 'User attributes' },
  { value: 'segment', text: 'Segment' },
  { value: 'json', text: 'JSON (for any, not and nested conditions)' },
] as const

const Condition = ({ draft, change }: RuleFormState) => {
  if (draft.kind === 'segment')
    return <SegmentChoice value={draft.segment} onValue={(segment) => change({ segment })} />
  if (draft.kind === 'json')
    return <TextArea label="Rule (JSON)" isMono rows={8} value={draft.json} onValue={(json) => change({ json })} />
  return <Comparisons of={draft.comparisons} onChange={(comparisons) => change({ comparisons })} />
}

const Outcome = ({ draft, change, flag }: RuleFormState & { readonly flag: Flag }) => {
  const results =
    flag.type === 'variant'
      ? [
          { value: '', text: 'Variant by weight' },
          ...(flag.variants ?? []).map(({ key }) => ({ value: key, text: key })),
        ]
      : [
          { value: '', text: 'On' },
          { value: 'false', text: 'Off' },
        ]
  const result = draft.result === 'true' ? '' : draft.result
  return (
    <div class="row bottom">
      <Select label="Served value" value={result} options={results} onValue={(value) => change({ result: value })} />
      <TextField
        label="Percentage of matching users"
        type="number"
        min={0}
        max={100}
        step={0.001}
        hint="Leave empty for all matching users"
        value={draft.share}
        onValue={(share) => change({ share })}
      />
    </div>
  )
}

export const RuleForm = ({
  rule,
  flag,
  onApply,
  onCancel,
}: {
  readonly rule: Rule
  readonly flag: Flag
  readonly onApply: (rule: Rule) => void
  readonly onCancel: () => void
}) => {
  const [draft, setDraft] = useState(ruleDraft(rule))
  const [problem, setProblem] = useState<string>()
  const change = (changes: Partial<RuleDraft>) => setDraft({ ...draft, ...changes })
  const submit = (event: Event) => {
    event.preventDefault()
    try {
      onApply(ruleOf(draft))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <li class="rule">
      <form class="form" onSubmit={submit}>
        <RadioGroup label="Condition type" value={draft.kind} options={KINDS} onValue={(kind) => change({ kind })} />
        <Condition draft={draft} change={change} />
        {draft.kind !== 'json' && <Outcome draft={draft} change={change} flag={flag} />}
        <FaultText>{problem}</FaultText>
        <div class="actions">
          <Button type="submit">Apply rule</Button>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  )
}
