import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import { creditsQuery } from '../api/images.ts'
import { type FormState, fieldsOf } from '../session/draft-form.ts'
import { tierText } from '../session/job-words.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { type Draft, FORMATS, PRESETS, RATIOS, TIERS } from './draft.ts'

type DraftFormProps = FormState<Draft>

const useTierOptions = () => {
  const { data } = useOrganizationQuery(creditsQuery)
  return TIERS.map((value) => ({
    value,
    text: tierText(value),
    unavailable: data && !data.entitlements.tiers.includes(value) ? 'requires a paid plan' : undefined,
  }))
}

const optionOf = <Value extends string>(value: Value) => ({ value, text: value })

const Essentials = ({ onSubmit, ...props }: DraftFormProps & { readonly onSubmit: () => void }) => {
  const field = fieldsOf(props)
  return (
    <>
      <TextArea
        label="Prompt"
        required
        rows={4}
        maxLength={2_000}
        placeholder="a lighthouse at dusk, film grain"
        {...field('prompt')}
        onSubmit={onSubmit}
      />
      <div class="form-columns">
        <Select label="Quality" {...field('tier', 'quality_tier')} options={useTierOptions()} />
        <Select
          label="Aspect ratio"
          {...field('ratio', 'aspect_ratio')}
          options={RATIOS.map((value) => optionOf(value))}
        />
      </div>
    </>
  )
}

const Output = (props: DraftFormProps) => {
  const field = fieldsOf(props)
  return (
    <div class="form-columns">
      <Select label="Format" {...field('format', 'output_format')} options={FORMATS.map((value) => optionOf(value))} />
      <Select
        label="Additional size"
        {...field('preset', 'output_preset')}
        options={[{ value: '' as const, text: 'None' }, ...PRESETS.map((value) => optionOf(value))]}
      />
      <TextField
        label="Seed"
        type="number"
        hint="The same request with the same seed generates the same image. Only for draft, standard and premium quality."
        {...field('seed')}
      />
      <TextField
        label="Negative prompt"
        hint="Only for draft quality"
        {...field('negativePrompt', 'negative_prompt')}
      />
    </div>
  )
}

const Source = (props: DraftFormProps) => {
  const { draft, change } = props
  const field = fieldsOf(props)
  return (
    <>
      <TextField
        label="Source image (optional)"
        hint="Job ID of one of your images. Only for ultra and ultra plus quality."
        isMono
        {...field('sourceJobId', 'input_job_id')}
        spellcheck={false}
      />
      <TextField
        label="Webhook URL (optional)"
        type="url"
        hint="Receives a signed request when the job ends"
        placeholder="https://example.com/hook"
        {...field('webhookUrl', 'webhook_url')}
      />
      <Checkbox
        label="Add lighting, art medium and composition if the prompt does not specify them"
        isChecked={draft.enhancesPrompt}
        onChecked={(enhancesPrompt) => change({ enhancesPrompt })}
      />
      <Checkbox
        label="Also remove the background (transparent PNG)"
        isChecked={draft.removesBackground}
        onChecked={(removesBackground) => change({ removesBackground })}
      />
    </>
  )
}

export const PlaygroundFields = (props: DraftFormProps & { readonly onSubmit: () => void }) => (
  <>
    <Essentials {...props} />
    <details open={props.draft.sourceJobId !== ''}>
      <summary>More options</summary>
      <div class="form options">
        <Output {...props} />
        <Source {...props} />
      </div>
    </details>
  </>
)
