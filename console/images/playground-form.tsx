import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import { creditsQuery } from '../api/images.ts'
import { type FormPart, fieldsOf } from '../session/draft-form.ts'
import { tierText } from '../session/job-words.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { type Draft, FORMATS, PRESETS, RATIOS, TIERS } from './draft.ts'

type Part = FormPart<Draft>

const useTierOptions = () => {
  const { data } = useOrganizationQuery(creditsQuery)
  return TIERS.map((value) => ({
    value,
    text: tierText(value),
    unavailable: data && !data.entitlements.tiers.includes(value) ? 'requires Pro' : undefined,
  }))
}

const text = <Value extends string>(value: Value) => ({ value, text: value })

const Essentials = ({ onSubmit, ...part }: Part & { readonly onSubmit: () => void }) => {
  const field = fieldsOf(part)
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
        <Select label="Aspect ratio" {...field('ratio', 'aspect_ratio')} options={RATIOS.map((value) => text(value))} />
      </div>
    </>
  )
}

const Output = (part: Part) => {
  const field = fieldsOf(part)
  return (
    <div class="form-columns">
      <Select label="Format" {...field('format', 'output_format')} options={FORMATS.map((value) => text(value))} />
      <Select
        label="Additional size"
        {...field('preset', 'output_preset')}
        options={[{ value: '' as const, text: 'None' }, ...PRESETS.map((value) => text(value))]}
      />
      <TextField label="Seed" type="number" hint="The same seed generates the same image" {...field('seed')} />
      <TextField label="Negative prompt" hint="Draft tier only" {...field('negative', 'negative_prompt')} />
    </div>
  )
}

const Source = (part: Part) => {
  const { draft, change } = part
  const field = fieldsOf(part)
  return (
    <>
      <TextField
        label="Source image"
        hint="Job ID of one of your images; for ultra and ultra plus"
        isMono
        {...field('source', 'input_job_id')}
        spellcheck={false}
      />
      <TextField
        label="Webhook URL (optional)"
        type="url"
        hint="Receives the finished job, signed"
        placeholder="https://example.com/hook"
        {...field('webhook', 'webhook_url')}
      />
      <Checkbox
        label="Enhance prompt with light, medium and composition"
        isChecked={draft.isEnhanced}
        onChecked={(isEnhanced) => change({ isEnhanced })}
      />
      <Checkbox
        label="Also remove the background (transparent PNG)"
        isChecked={draft.isCutOut}
        onChecked={(isCutOut) => change({ isCutOut })}
      />
    </>
  )
}

export const PlaygroundFields = (part: Part & { readonly onSubmit: () => void }) => (
  <>
    <Essentials {...part} />
    <details open={part.draft.source !== ''}>
      <summary>More options</summary>
      <div class="form options">
        <Output {...part} />
        <Source {...part} />
      </div>
    </details>
  </>
)
