import { Button, Section, Select, TextField } from '@signet/ui'
import { FaultText } from '../session/fault-text.tsx'
import type { EditorProps } from './editor-props.ts'
import { faultsUnder } from './field-faults.ts'
import { percentWords, sharesOf } from './flag-words.ts'

const Percentage = ({ flag, draft, change, faults }: EditorProps) => (
  <TextField
    label={
      flag.type === 'variant' ? 'Percentage of users who get a variant by weight (optional)' : 'Percentage of users'
    }
    type="number"
    min={0}
    max={100}
    step={0.001}
    hint="Each user keeps the same value. Raising the percentage only adds users."
    value={draft.percentage}
    onValue={(percentage) => change({ percentage })}
    fault={faults.percentage}
  />
)

const AddVariant = ({ draft: { variants }, change }: Pick<EditorProps, 'draft' | 'change'>) => (
  <div class="row">
    <Button
      icon="plus"
      onClick={() => change({ variants: [...variants, { key: '', weight: '1', payload: undefined }] })}
    >
      Add variant
    </Button>
  </div>
)

const Variants = ({ draft, change, faults }: EditorProps) => {
  const { variants } = draft
  const shares = sharesOf(variants.map(({ key, weight }) => ({ key, weight: Number(weight) })))
  const changeVariant = (position: number, changes: Partial<(typeof variants)[number]>) =>
    change({ variants: variants.map((each, index) => (index === position ? { ...each, ...changes } : each)) })
  return (
    <>
      {variants.map(({ key, weight }, index) => (
        <div class="row bottom" key={index}>
          <TextField
            label="Variant"
            value={key}
            onValue={(text) => changeVariant(index, { key: text })}
            fault={faultsUnder(faults, `variants.${index}`)}
          />
          <TextField
            label={`Weight: ${percentWords(shares[index]?.percent ?? 0)}`}
            type="number"
            min={0}
            value={weight}
            onValue={(text) => changeVariant(index, { weight: text })}
          />
          <Button
            kind="quiet"
            onClick={() => change({ variants: variants.filter((_, otherIndex) => otherIndex !== index) })}
            label={`Remove variant ${key}`}
          >
            Remove
          </Button>
        </div>
      ))}
      <AddVariant draft={draft} change={change} />
      <Select
        label="Default variant"
        hint="Used when no rule or weight decides, and while the flag is off"
        value={draft.default}
        options={variants.map(({ key }) => ({ value: key, text: key }))}
        onValue={(value) => change({ default: value })}
        fault={faults.default}
      />
      <FaultText>{faults.variants}</FaultText>
    </>
  )
}

export const Shares = (props: EditorProps) => {
  const { flag, draft, change } = props
  return (
    <Section title={draft.rules.length > 0 ? 'Other users' : 'All users'}>
      {flag.type === 'boolean' && draft.rules.length > 0 && flag.percentage === undefined && (
        <Select
          label="Default value"
          value={draft.default}
          options={[
            { value: 'false', text: 'Off' },
            { value: 'true', text: 'On' },
          ]}
          onValue={(value) => change({ default: value })}
        />
      )}
      {flag.type === 'boolean' && draft.rules.length === 0 && flag.percentage === undefined && (
        <p class="second">On for all users while the flag is switched on. Add a rule to target specific users.</p>
      )}
      {flag.type === 'variant' && <Variants {...props} />}
      {(flag.type !== 'boolean' || flag.percentage !== undefined) && <Percentage {...props} />}
    </Section>
  )
}
