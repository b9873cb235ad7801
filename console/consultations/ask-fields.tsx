import { RadioGroup, Select, TextArea, TextField } from '@signet/ui'
import { ContextFields } from './context-fields.tsx'
import { type Draft, EXAMPLE, faultsWithin, type Mode } from './draft.ts'
import { ROLE_OPTIONS, roleAsks } from './role-words.ts'

export interface DraftPart {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly fields: Readonly<Record<string, string>>
}

const MODES: readonly { readonly value: Mode; readonly text: string; readonly hint: string }[] = [
  { value: 'symbolic', text: 'With a report', hint: 'Markdown, written by rules' },
  {
    value: 'natural',
    text: 'In prose',
    hint: 'At most 400 words, by a language model where one is configured, which may name nothing that was not found',
  },
  { value: 'structured-only', text: 'Findings only', hint: 'No text beside them' },
]

const More = ({ draft, change, fields }: DraftPart) => (
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
        value={draft.seed}
        onValue={(seed) => change({ seed })}
        fault={fields.seed}
      />
    </div>
  </details>
)

/** The fields of a consultation: what everybody says at once, the rest behind a word. */
export const AskFields = (part: DraftPart & { readonly onSubmit: () => void }) => {
  const { draft, change, fields, onSubmit } = part
  return (
    <>
      <Select
        label="Who is asked"
        value={draft.role}
        options={ROLE_OPTIONS}
        onValue={(role) => change({ role })}
        hint={roleAsks(draft.role)}
        fault={fields.role}
      />
      <TextArea
        label="What you want to build or decide"
        required
        rows={4}
        maxLength={2_000}
        placeholder={EXAMPLE}
        value={draft.intention}
        onValue={(intention) => change({ intention })}
        fault={fields.intention}
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
      <ContextFields draft={draft} change={change} fields={fields} />
      <More {...part} />
    </>
  )
}
