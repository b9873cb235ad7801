import { Section, Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { TrustSlug } from '../api/trust.ts'
import { ActionForm } from '../session/action-form.tsx'
import { MorePages } from '../session/loaded.tsx'
import { invalidate } from '../session/queries.ts'
import { faultOutsideFields } from './form-fault.ts'
import type { IntakeOption, useIntakeOptions } from './intake-options.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { usePublish } from './use-publish.ts'

interface NewPageProps {
  readonly options: readonly IntakeOption[]
  readonly intakes: ReturnType<typeof useIntakeOptions>['pages']
  readonly slugs: readonly TrustSlug[]
}

/** Returns the first intake that is in force. An intake with a negative verdict is never preselected. */
const firstChoice = (options: readonly IntakeOption[]): string =>
  options.find(({ isInForce }) => isInForce)?.value ?? ''

const isSlug = (name: string): boolean => name === 'slug'

const whyUnavailable = (slug: string, hash: string, isTaken: boolean): string | undefined => {
  if (slug === '') return 'Enter an address first'
  if (isTaken) return 'A page with this address already exists'
  return hash === '' ? 'Select an intake first' : undefined
}

export const NewPage = ({ options, intakes, slugs }: NewPageProps) => {
  const { route } = useLocation()
  const [typedSlug, setTypedSlug] = useState('')
  const [chosenHash, setChosenHash] = useState('')
  const hash = chosenHash === '' ? firstChoice(options) : chosenHash
  const slug = typedSlug.trim()
  const isTaken = slugs.some((page) => page.slug === slug.toLowerCase())
  const publishing = usePublish(undefined, (page) => {
    void invalidate('trust')
    route(`/trust-pages/pages/${page.slug}`)
  })
  const intakeChoices = hash === '' ? [{ value: '', text: 'Select an intake' }, ...options] : options
  return (
    <Section title="New page">
      <p class="second">The public address is {location.origin}/trust/ followed by the address below.</p>
      <ActionForm
        action={{ isBusy: publishing.begin.isBusy, fault: faultOutsideFields(publishing.begin, isSlug) }}
        isRow
        onSubmit={() => publishing.begin.run({ slug, hash })}
        text="Publish page"
        unavailable={whyUnavailable(slug, hash, isTaken)}
        secondary={<MorePages of={intakes} />}
      >
        <TextField
          label="Address"
          placeholder="acme"
          maxLength={64}
          spellcheck={false}
          value={typedSlug}
          onValue={setTypedSlug}
          fault={
            isTaken ? 'You already have this page. Open it to publish another intake.' : publishing.begin.fields.slug
          }
        />
        <Select label="Intake" value={hash} options={intakeChoices} onValue={setChosenHash} />
      </ActionForm>
      <PublishDialog publishing={publishing} />
    </Section>
  )
}
