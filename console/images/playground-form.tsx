import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import { creditsReading } from '../api/images.ts'
import { type FormPart, fieldsOf } from '../session/draft-form.ts'
import { tierText } from '../session/job-words.ts'
import { useOwn } from '../session/queries.ts'
import { type Draft, FORMATS, PRESETS, RATIOS, TIERS } from './draft.ts'

type Part = FormPart<Draft>

const useTierOptions = () => {
  const { data } = useOwn(creditsReading)
  return TIERS.map((value) => ({
    value,
    text: tierText(value),
    unavailable: data && !data.entitlements.tiers.includes(value) ? 'in the plan Pro' : undefined,
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
        label="Also resized"
        {...field('preset', 'output_preset')}
        options={[{ value: '' as const, text: 'No' }, ...PRESETS.map((value) => text(value))]}
      />
      <TextField label="Seed" type="number" hint="The same seed draws the same picture" {...field('seed')} />
      <TextField label="Avoid" hint="Works for drafts" {...field('negative', 'negative_prompt')} />
    </div>
  )
}

const Source = (part: Part) => {
  const { draft, change } = part
  const field = fieldsOf(part)
  return (
    <>
      <TextField
        label="Draw from one of your images"
        hint="The id of its job; for ultra and ultra plus"
        isMono
        {...field('source', 'input_job_id')}
        spellcheck={false}
      />
      <TextField
        label="Webhook"
        type="url"
        hint="Gets the job, signed, when it has ended"
        placeholder="https://example.com/hook"
        {...field('webhook', 'webhook_url')}
      />
      <Checkbox
        label="Add light, medium and composition that the prompt does not name"
        isChecked={draft.isEnhanced}
        onChecked={(isEnhanced) => change({ isEnhanced })}
      />
      <Checkbox
        label="Also cut out the background, as a transparent PNG"
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
