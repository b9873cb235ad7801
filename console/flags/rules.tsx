import { Button, Empty, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Flag } from '../api/flags.ts'
import { FaultText } from '../session/fault-text.tsx'
import type { EditorProps } from './editor-props.ts'
import { faultsUnder } from './field-faults.ts'
import { ruleWords } from './flag-words.ts'
import { NEW_RULE } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'

type Rule = Flag['rules'][number]

const moveRule = (rules: readonly Rule[], from: number, to: number): readonly Rule[] => {
  const others = rules.filter((_, index) => index !== from)
  const rule = rules[from]
  return rule === undefined ? rules : [...others.slice(0, to), rule, ...others.slice(to)]
}

const RuleLine = ({
  rule,
  position,
  count,
  type,
  fault,
  onMove,
  onEdit,
  onRemove,
}: {
  readonly rule: Rule
  readonly position: number
  readonly count: number
  readonly type: Flag['type']
  readonly fault: string | undefined
  readonly onMove: (to: number) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}) => {
  const name = `rule ${position + 1}`
  return (
    <li class="rule">
      <div class="row">
        <strong>{position + 1}</strong>
        <p>{ruleWords(rule, type)}</p>
        {position > 0 && (
          <Button kind="quiet" onClick={() => onMove(position - 1)} label={`Move ${name} up`}>
            Move up
          </Button>
        )}
        {position < count - 1 && (
          <Button kind="quiet" onClick={() => onMove(position + 1)} label={`Move ${name} down`}>
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
export const Rules = ({ flag, draft, change, faults }: EditorProps) => {
  const { rules } = draft
  /** Index of the open rule; one past the last for a new rule. */
  const [openIndex, setOpenIndex] = useState<number>()
  const saveRule = (rule: Rule, index: number) => {
    change({
      rules:
        index === rules.length
          ? [...rules, rule]
          : rules.map((other, otherIndex) => (otherIndex === index ? rule : other)),
    })
    setOpenIndex(undefined)
  }
  const form = (index: number) => (
    <RuleForm
      key={index}
      rule={rules[index] ?? NEW_RULE}
      flag={flag}
      onApply={(rule) => saveRule(rule, index)}
      onCancel={() => setOpenIndex(undefined)}
    />
  )
  return (
    <Section
      title="Rules"
      actions={
        <Button icon="plus" onClick={() => setOpenIndex(rules.length)}>
          Add rule
        </Button>
      }
    >
      {rules.length === 0 && openIndex === undefined && (
        <Empty>No rules. All users get the flag's default behavior. Add a rule to target specific users.</Empty>
      )}
      <ol class="stack tight">
        {rules.map((rule, index) =>
          openIndex === index ? (
            form(index)
          ) : (
            <RuleLine
              key={index}
              rule={rule}
              position={index}
              count={rules.length}
              type={flag.type}
              fault={faultsUnder(faults, `rules.${index}`)}
              onMove={(to) => change({ rules: moveRule(rules, index, to) })}
              onEdit={() => setOpenIndex(index)}
              onRemove={() => change({ rules: rules.filter((_, otherIndex) => otherIndex !== index) })}
            />
          ),
        )}
        {openIndex === rules.length && form(openIndex)}
      </ol>
    </Section>
  )
}
