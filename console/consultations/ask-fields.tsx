import { RadioGroup, Select, TextArea, TextField } from '@signet/ui'
import { type FormPart, fieldsOf } from '../session/draft-form.ts'
import { ContextFields } from './context-fields.tsx'
import { type Draft, EXAMPLE, faultsWithin, type Mode } from './draft.ts'
import { ROLE_OPTIONS, roleAsks } from './role-words.ts'

const MODES: readonly { readonly value: Mode; readonly text: string; readonly hint: string }[] = [
  { value: 'symbolic', text: 'With a report', hint: 'Markdown, written by rules' },
  {
    value: 'natural',
    text: 'In prose',
    hint: 'At most 400 words, by a language model where one is configured, which may name nothing that was not found',
  },
  { value: 'structured-only', text: 'Findings only', hint: 'No text beside them' },
]

const More = (part: FormPart<Draft>) => {
  const { draft, change } = part
  const field = fieldsOf(part)
  return (
    <details>
      <summary>More options</summary>
      <div class="form options">
        <RadioGroup label="How it is told" value={draft.mode} options={MODES} onValue={(mode) => change({ mode })} />
        <TextField
          label="Seed"
          type="number"
          min={0}
          step={1}
          hint="The same seed, words and memory give the same advice. Without one it follows from what you say."
          {...field('seed')}
        />
      </div>
    </details>
  )
}

export const AskFields = (part: FormPart<Draft> & { readonly onSubmit: () => void }) => {
  const { draft, change, fields, onSubmit } = part
  const field = fieldsOf(part)
  return (
    <>
      <Select label="Who is asked" {...field('role')} options={ROLE_OPTIONS} hint={roleAsks(draft.role)} />
      <TextArea
        label="What you want to build or decide"
        required
        rows={4}
        maxLength={2_000}
        placeholder={EXAMPLE}
        {...field('intention')}
        onSubmit={onSubmit}
      />
      <TextArea
        label="What hurts"
        hint="One a line, at most twelve. They decide what is looked at first."
        rows={3}
        placeholder={'orders are marked as paid twice'}
        value={draft.pains}
        onValue={(pains) => change({ pains })}
        fault={faultsWithin(fields, 'painSignals')}
      />
      <ContextFields {...part} />
      <More {...part} />
    </>
  )
}
