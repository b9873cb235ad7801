import { Section, Select, TextArea, TextField } from '@signet/ui'
import { type FormState, fieldsOf } from '../session/draft-form.ts'
import { type AssetDraft, type AssetField, fieldsOfType, renderedDraft } from './asset-draft.ts'
import { DomainChoice } from './domain-choice.tsx'
import { STATUS_OPTIONS, TYPE_OPTIONS } from './evidence-words.ts'

type AssetFormProps = FormState<AssetDraft>

const AssetFieldInput = ({ field, draft, change, fields }: AssetFormProps & { readonly field: AssetField }) => {
  const { name, label, hint, isLong } = field
  const shared = {
    label,
    hint,
    value: draft.values[name] ?? '',
    onValue: (text: string) => change({ values: { ...draft.values, [name]: text } }),
    fault: fields[`content.${name}`],
  }
  return isLong ? <TextArea {...shared} rows={3} /> : <TextField {...shared} />
}

const OriginFields = (props: AssetFormProps) => {
  const field = fieldsOf(props)
  return (
    <>
      <TextField
        label="Source (optional)"
        type="url"
        maxLength={2_000}
        placeholder="https://"
        hint="Cited as a link in texts"
        {...field('sourceUrl')}
      />
      <div class="form-columns">
        <TextField label="Author (optional)" maxLength={200} {...field('authorName')} />
        <Select label="Verification status" {...field('status', 'verificationStatus')} options={STATUS_OPTIONS} />
      </div>
      <TextField label="Tags (optional)" hint="Separated by commas" {...field('tags')} />
    </>
  )
}

export const AssetFields = (props: AssetFormProps) => {
  const { draft, change, fields } = props
  const field = fieldsOf(props)
  return (
    <>
      <Select label="Type" {...field('type')} options={TYPE_OPTIONS} />
      <TextField label="Title" required maxLength={200} hint="At least 10 characters" {...field('title')} />
      {fieldsOfType(draft.type).map((assetField) => (
        <AssetFieldInput key={assetField.name} {...props} field={assetField} />
      ))}
      <OriginFields {...props} />
      <DomainChoice
        selected={draft.domains}
        onChosen={(domains) => change({ domains })}
        hint="Used only in texts on the same subjects"
        fault={fields.domains}
      />
    </>
  )
}

export const AssetPreview = ({ draft }: { readonly draft: AssetDraft }) => {
  const rendered = renderedDraft(draft)
  return (
    <Section title="Preview in a text" isCard>
      {rendered === undefined ? (
        <p class="second">The preview appears here once the required fields are complete.</p>
      ) : (
        <pre class="message-text">{rendered}</pre>
      )}
    </Section>
  )
}
