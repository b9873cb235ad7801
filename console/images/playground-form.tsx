import { Checkbox, Select, TextArea, TextField } from '@signet/ui'
import { creditsReading } from '../api/images.ts'
import { tierText } from '../session/job-words.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { type Draft, FORMATS, PRESETS, RATIOS, TIERS } from './draft.ts'

interface Part {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly fields: Readonly<Record<string, string>>
}

const useTierOptions = () => {
  const { organisation } = useSession()
  const { data } = useQuery(creditsReading(organisation.id))
  return TIERS.map((value) => ({
    value,
    text: tierText(value),
    unavailable: data && !data.entitlements.tiers.includes(value) ? 'in the plan Pro' : undefined,
  }))
}

const text = <Value extends string>(value: Value) => ({ value, text: value })

const Essentials = ({ draft, change, fields, onSubmit }: Part & { readonly onSubmit: () => void }) => (
  <>
    <TextArea
      label="Prompt"
      required
      rows={4}
      maxLength={2_000}
      placeholder="a lighthouse at dusk, film grain"
      value={draft.prompt}
      onValue={(prompt) => change({ prompt })}
      fault={fields.prompt}
      onSubmit={onSubmit}
    />
    <div class="form-columns">
      <Select
        label="Quality"
        value={draft.tier}
        options={useTierOptions()}
        onValue={(tier) => change({ tier })}
        fault={fields.quality_tier}
      />
      <Select
        label="Aspect ratio"
        value={draft.ratio}
        options={RATIOS.map((value) => text(value))}
        onValue={(ratio) => change({ ratio })}
        fault={fields.aspect_ratio}
      />
    </div>
  </>
)

const Output = ({ draft, change, fields }: Part) => (
  <div class="form-columns">
    <Select
      label="Format"
      value={draft.format}
      options={FORMATS.map((value) => text(value))}
      onValue={(format) => change({ format })}
      fault={fields.output_format}
    />
    <Select
      label="Also resized"
      value={draft.preset}
      options={[{ value: '' as const, text: 'No' }, ...PRESETS.map((value) => text(value))]}
      onValue={(preset) => change({ preset })}
      fault={fields.output_preset}
    />
    <TextField
      label="Seed"
      type="number"
      hint="The same seed draws the same picture"
      value={draft.seed}
      onValue={(seed) => change({ seed })}
      fault={fields.seed}
    />
    <TextField
      label="Avoid"
      hint="Works for drafts"
      value={draft.negative}
      onValue={(negative) => change({ negative })}
      fault={fields.negative_prompt}
    />
  </div>
)

const Source = ({ draft, change, fields }: Part) => (
  <>
    <TextField
      label="Draw from one of your images"
      hint="The id of its job; for ultra and ultra plus"
      isMono
      value={draft.source}
      onValue={(source) => change({ source })}
      fault={fields.input_job_id}
      spellcheck={false}
    />
    <TextField
      label="Webhook"
      type="url"
      hint="Gets the job, signed, when it has ended"
      placeholder="https://example.com/hook"
      value={draft.webhook}
      onValue={(webhook) => change({ webhook })}
      fault={fields.webhook_url}
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

/** The fields of a request: the usual ones at once, the others behind a word. */
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
