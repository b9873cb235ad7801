import { TextArea, TextField } from '@signet/ui'
import { type FormState, fieldsOf } from '../session/draft-form.ts'
import type { ContentDraft } from './content-draft.ts'
import { DomainChoice } from './domain-choice.tsx'

/** Field errors are keyed by the paths of the request, such as `content.title`. */
type ContentFormProps = FormState<ContentDraft>

const Author = (props: ContentFormProps) => {
  const field = fieldsOf(props)
  return (
    <>
      <TextField label="Author (optional)" maxLength={200} {...field('authorName', 'content.authorName')} />
      <TextArea
        label="About the author (optional)"
        rows={2}
        maxLength={2_000}
        hint="Qualifications and first-hand experience"
        {...field('authorBio', 'content.authorBio')}
      />
    </>
  )
}

export const AboutFields = (props: ContentFormProps) => {
  const { draft, change, fields } = props
  const field = fieldsOf(props)
  return (
    <details>
      <summary>Author, dates and subject areas</summary>
      <div class="form options">
        <Author {...props} />
        <div class="form-columns">
          <TextField label="Published (optional)" type="date" {...field('publishedAt', 'content.publishedAt')} />
          <TextField label="Updated (optional)" type="date" {...field('updatedAt', 'content.updatedAt')} />
        </div>
        <TextField
          label="URL (optional)"
          type="url"
          maxLength={2_000}
          hint="Where the text is published. Links to the same site do not count as independent sources."
          {...field('sourceUrl', 'content.sourceUrl')}
        />
        <DomainChoice
          selected={draft.domains}
          onChosen={(domains) => change({ domains })}
          hint="Texts on health, law or finance have stricter requirements."
          fault={fields['content.domains']}
        />
      </div>
    </details>
  )
}
