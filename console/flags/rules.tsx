import { Button, Empty, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Flag } from '../api/flags.ts'
import { FaultText } from '../session/fault-text.tsx'
import type { EditorPart } from './editor-part.ts'
import { ruleWords } from './flag-words.ts'
import { faultsBelow } from './member-faults.ts'
import { NEW_RULE } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'

type Rule = Flag['rules'][number]

const moved = (rules: readonly Rule[], from: number, to: number): readonly Rule[] => {
  const others = rules.filter((_, index) => index !== from)
  const rule = rules[from]
  return rule === undefined ? rules : [...others.slice(0, to), rule, ...others.slice(to)]
}

const RuleLine = ({
  rule,
  at,
  count,
  type,
  fault,
  onMove,
  onEdit,
  onRemove,
}: {
  readonly rule: Rule
  readonly at: number
  readonly count: number
  readonly type: Flag['type']
  readonly fault: string | undefined
  readonly onMove: (to: number) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}) => {
  const name = `rule ${at + 1}`
  return (
    <li class="rule">
      <div class="row">
        <strong>{at + 1}</strong>
        <p>{ruleWords(rule, type)}</p>
        {at > 0 && (
          <Button kind="quiet" onClick={() => onMove(at - 1)} label={`Move ${name} up`}>
            Move up
          </Button>
        )}
        {at < count - 1 && (
          <Button kind="quiet" onClick={() => onMove(at + 1)} label={`Move ${name} down`}>
            Move down
          </Button>
        )}
        <Button onClick={onEdit} label={`Edit ${name}`}>
          Edit
        </Button>
        <Button kind="quiet" onClick={onRemove} label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      <FaultText>{fault}</FaultText>
    </li>
  )
}

/** The rules in order; the first matching rule decides. */
export const Rules = ({ flag, draft, change, faults }: EditorPart) => {
  const { rules } = draft
  /** Index of the open rule; one past the last for a new rule. */
  const [open, setOpen] = useState<number>()
  const put = (rule: Rule, at: number) => {
    change({ rules: at === rules.length ? [...rules, rule] : rules.map((each, index) => (index === at ? rule : each)) })
    setOpen(undefined)
  }
  const form = (at: number) => (
    <RuleForm
      key={at}
      rule={rules[at] ?? NEW_RULE}
      flag={flag}
      onDone={(rule) => put(rule, at)}
      onCancel={() => setOpen(undefined)}
    />
  )
  return (
    <Section
      title="Rules"
      actions={
        <Button icon="plus" onClick={() => setOpen(rules.length)}>
          Add rule
        </Button>
      }
    >
      {rules.length === 0 && open === undefined && (
        <Empty>No rules. All users get the flag's default behavior. Add a rule to target specific users.</Empty>
      )}
      <ol class="stack tight">
        {rules.map((rule, at) =>
          open === at ? (
            form(at)
          ) : (
            <RuleLine
              key={at}
              rule={rule}
              at={at}
              count={rules.length}
              type={flag.type}
              fault={faultsBelow(faults, `rules.${at}`)}
              onMove={(to) => change({ rules: moved(rules, at, to) })}
              onEdit={() => setOpen(at)}
              onRemove={() => change({ rules: rules.filter((_, index) => index !== at) })}
            />
          ),
        )}
        {open === rules.length && form(open)}
      </ol>
    </Section>
  )
}
