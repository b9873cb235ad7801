import { Section, Select, TextArea, TextField } from '@signet/ui'
import { type FormPart, fieldsOf } from '../session/draft-form.ts'
import { type AssetDraft, type Member, membersOf, renderedDraft } from './asset-draft.ts'
import { DomainChoice } from './domain-choice.tsx'
import { STATUS_OPTIONS, TYPE_OPTIONS } from './evidence-words.ts'

type Part = FormPart<AssetDraft>

const MemberField = ({ of: member, draft, change, fields }: Part & { readonly of: Member }) => {
  const { name, label, hint, isLong } = member
  const shared = {
    label,
    hint,
    value: draft.members[name] ?? '',
    onValue: (text: string) => change({ members: { ...draft.members, [name]: text } }),
    fault: fields[`content.${name}`],
  }
  return isLong ? <TextArea {...shared} rows={3} /> : <TextField {...shared} />
}

const Origin = (part: Part) => {
  const field = fieldsOf(part)
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

export const AssetFields = (part: Part) => {
  const { draft, change, fields } = part
  const field = fieldsOf(part)
  return (
    <>
      <Select label="Type" {...field('type')} options={TYPE_OPTIONS} />
      <TextField label="Title" required maxLength={200} hint="At least 10 characters" {...field('title')} />
      {membersOf(draft.type).map((member) => (
        <MemberField key={member.name} {...part} of={member} />
      ))}
      <Origin {...part} />
      <DomainChoice
        selected={draft.domains}
        onChosen={(domains) => change({ domains })}
        hint="Used only in texts on the same subjects"
        fault={fields.domains}
      />
    </>
  )
}

export const AssetPreview = ({ of: draft }: { readonly of: AssetDraft }) => {
  const rendered = renderedDraft(draft)
  return (
    <Section title="Preview in a text" isCard>
      {rendered === undefined ? (
        <p class="second">The preview appears here once the required fields are complete.</p>
      ) : (
        <pre class="said">{rendered}</pre>
      )}
    </Section>
  )
}
