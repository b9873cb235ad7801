import { TextArea, TextField } from '@signet/ui'
import type { ContentDraft } from './content-draft.ts'
import { DomainChoice } from './domain-choice.tsx'

interface Part {
  readonly draft: ContentDraft
  readonly change: (part: Partial<ContentDraft>) => void
  /** Of the request: `content.title` and so on. */
  readonly fields: Readonly<Record<string, string>>
}

const Author = ({ draft, change, fields }: Part) => (
  <>
    <TextField
      label="Author (optional)"
      maxLength={200}
      value={draft.authorName}
      onValue={(authorName) => change({ authorName })}
      fault={fields['content.authorName']}
    />
    <TextArea
      label="About the author (optional)"
      rows={2}
      maxLength={2_000}
      hint="What they are qualified for, and what they did themselves"
      value={draft.authorBio}
      onValue={(authorBio) => change({ authorBio })}
      fault={fields['content.authorBio']}
    />
  </>
)

/** What is known of a text beside its words. Policies ask for it. */
export const AboutFields = (part: Part) => {
  const { draft, change, fields } = part
  return (
    <details>
      <summary>Author, dates and what it touches</summary>
      <div class="form options">
        <Author {...part} />
        <div class="form-columns">
          <TextField
            label="Published (optional)"
            type="date"
            value={draft.publishedAt}
            onValue={(publishedAt) => change({ publishedAt })}
            fault={fields['content.publishedAt']}
          />
          <TextField
            label="Changed (optional)"
            type="date"
            value={draft.updatedAt}
            onValue={(updatedAt) => change({ updatedAt })}
            fault={fields['content.updatedAt']}
          />
        </div>
        <TextField
          label="Address (optional)"
          type="url"
          maxLength={2_000}
          hint="Where it stands: links to the same site are none to others"
          value={draft.sourceUrl}
          onValue={(sourceUrl) => change({ sourceUrl })}
          fault={fields['content.sourceUrl']}
        />
        <DomainChoice
          chosen={draft.domains}
          onChosen={(domains) => change({ domains })}
          hint="Texts on health, law or money need more"
          fault={fields['content.domains']}
        />
      </div>
    </details>
  )
}
