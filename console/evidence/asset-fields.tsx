import { Section, Select, TextArea, TextField } from '@signet/ui'
import { type AssetDraft, type Member, membersOf, renderedDraft } from './asset-draft.ts'
import { DomainChoice } from './domain-choice.tsx'
import { STATUS_OPTIONS, TYPE_OPTIONS } from './evidence-words.ts'

interface Part {
  readonly draft: AssetDraft
  readonly change: (part: Partial<AssetDraft>) => void
  readonly fields: Readonly<Record<string, string>>
}

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

const Origin = ({ draft, change, fields }: Part) => (
  <>
    <TextField
      label="Source (optional)"
      type="url"
      maxLength={2_000}
      placeholder="https://"
      hint="Stands with it in a text, as a link"
      value={draft.sourceUrl}
      onValue={(sourceUrl) => change({ sourceUrl })}
      fault={fields.sourceUrl}
    />
    <div class="form-columns">
      <TextField
        label="Author (optional)"
        maxLength={200}
        value={draft.authorName}
        onValue={(authorName) => change({ authorName })}
        fault={fields.authorName}
      />
      <Select
        label="Verified"
        value={draft.status}
        options={STATUS_OPTIONS}
        onValue={(status) => change({ status })}
        fault={fields.verificationStatus}
      />
    </div>
    <TextField
      label="Tags (optional)"
      hint="With commas between them"
      value={draft.tags}
      onValue={(tags) => change({ tags })}
      fault={fields.tags}
    />
  </>
)

export const AssetFields = (part: Part) => {
  const { draft, change, fields } = part
  return (
    <>
      <Select
        label="Type"
        value={draft.type}
        options={TYPE_OPTIONS}
        onValue={(type) => change({ type })}
        fault={fields.type}
      />
      <TextField
        label="Title"
        required
        maxLength={200}
        hint="10 characters or more; you find it by this"
        value={draft.title}
        onValue={(title) => change({ title })}
        fault={fields.title}
      />
      {membersOf(draft.type).map((member) => (
        <MemberField key={member.name} {...part} of={member} />
      ))}
      <Origin {...part} />
      <DomainChoice
        chosen={draft.domains}
        onChosen={(domains) => change({ domains })}
        hint="It is put into texts that touch the same"
        fault={fields.domains}
      />
    </>
  )
}

export const AssetPreview = ({ of: draft }: { readonly of: AssetDraft }) => {
  const rendered = renderedDraft(draft)
  return (
    <Section title="In a text" isCard>
      {rendered === undefined ? (
        <p class="second">It shows here once it says what its type needs.</p>
      ) : (
        <pre class="said">{rendered}</pre>
      )}
    </Section>
  )
}
