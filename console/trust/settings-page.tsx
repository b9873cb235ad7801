import { PageHead, Section, TextArea, TextField } from '@signet/ui'
import { type TrustPageSettings, type TrustTerms, trust } from '../api/trust.ts'
import { ActionForm } from '../session/action-form.tsx'
import { fieldsOf } from '../session/draft-form.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { splitList } from '../session/split-list.ts'
import { dottedFields, faultOutsideFields, ruleSentence } from './form-fault.ts'
import { SavedNotice, useSaving } from './save-form.tsx'
import { TrustTabs } from './trust-tabs.tsx'

const fieldUnlessEmpty = <Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { readonly [Key in Name]?: string }

const settingsInputOf = ({ displayName = '', website = '', securityContact = '', accent }: TrustPageSettings) => ({
  displayName,
  website,
  securityContact,
  light: accent?.light ?? '',
  dark: accent?.dark ?? '',
})
type SettingsInput = ReturnType<typeof settingsInputOf>

const settingsOf = ({ displayName, website, securityContact, light, dark }: SettingsInput) => ({
  ...fieldUnlessEmpty('displayName', displayName),
  ...fieldUnlessEmpty('website', website),
  ...fieldUnlessEmpty('securityContact', securityContact),
  ...(light.trim() + dark.trim() === '' ? {} : { accent: { light: light.trim(), dark: dark.trim() } }),
})

const FIELDS = [
  {
    name: 'displayName',
    label: 'Display name',
    hint: 'If empty, the page shows the name in the receipt',
    maxLength: 120,
  },
  { name: 'website', label: 'Website', placeholder: 'https://acme.example', maxLength: 500 },
  {
    name: 'securityContact',
    label: 'Security contact',
    placeholder: 'mailto:security@acme.example',
    hint: 'Contact for vulnerability reports: mailto:, https:// or tel:',
    maxLength: 500,
  },
] as const

const COLORS = [
  { name: 'light', label: 'Color on light background', placeholder: '#2457d6' },
  { name: 'dark', label: 'Color on dark background', placeholder: '#8fb2ff' },
] as const

const COLOR_FAULT = 'Enter both colors as #rrggbb, such as #2457d6, or leave both empty'

const isPageField = (name: string): boolean => name.startsWith('accent') || FIELDS.some((field) => field.name === name)

/** Replaces the error of an empty color, which only says that it is invalid. */
const colorFault = (fault: string | undefined): string | undefined =>
  fault?.includes('contrast') ? ruleSentence(fault) : fault && `${COLOR_FAULT}.`

const PageForm = ({ settings }: { readonly settings: TrustPageSettings }) => {
  const { input, set, saving, isSaved } = useSaving(settingsInputOf(settings), (submitted: SettingsInput) =>
    trust.putTrustPageSettings(settingsOf(submitted)),
  )
  return (
    <ActionForm
      action={{ isBusy: saving.isBusy, fault: faultOutsideFields(saving, isPageField) }}
      onSubmit={() => saving.run()}
      text="Save appearance"
      secondary={<SavedNotice isSaved={isSaved} />}
    >
      {FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          value={input[name]}
          onValue={(value) => set({ [name]: value })}
          fault={ruleSentence(saving.fields[name])}
        />
      ))}
      <div class="control-row">
        {COLORS.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            isMono
            maxLength={7}
            value={input[name]}
            onValue={(value) => set({ [name]: value })}
            fault={colorFault(saving.fields[`accent.${name}`])}
          />
        ))}
      </div>
    </ActionForm>
  )
}

const parseDomains = (text: string): string[] => splitList(text, /[\s,]+/)

const termsInputOf = ({ title, text, validDays, allowedDomains }: TrustTerms) => ({
  title,
  text,
  days: String(validDays),
  domains: allowedDomains.join(', '),
})
type TermsInput = ReturnType<typeof termsInputOf>

const saveTerms = ({ title, text, days, domains }: TermsInput) =>
  trust.putTrustTerms({ title, text, validDays: Number(days), allowedDomains: parseDomains(domains) })

const isTermsField = (name: string): boolean => /^(?:title|text|validDays|allowedDomains(?:\..+)?)$/.test(name)

const domainFault = (fields: Readonly<Record<string, string>>, typed: string): string | undefined => {
  const [field, message] = Object.entries(fields).find(([name]) => name.startsWith('allowedDomains')) ?? []
  const domain = parseDomains(typed)[Number(field?.split('.')[1])]
  return domain === undefined ? ruleSentence(message) : `${domain}: ${message}.`
}

const TermsForm = ({ terms }: { readonly terms: TrustTerms }) => {
  const { input, set, saving, isSaved } = useSaving(termsInputOf(terms), saveTerms)
  const fields = dottedFields(saving.fields)
  const sentences = Object.entries(fields).map(([name, fault]) => [name, ruleSentence(fault)])
  const field = fieldsOf({ draft: input, change: set, fields: Object.fromEntries(sentences) })
  return (
    <ActionForm
      action={{ isBusy: saving.isBusy, fault: faultOutsideFields({ fault: saving.fault, fields }, isTermsField) }}
      onSubmit={() => saving.run()}
      text="Save terms"
      secondary={<SavedNotice isSaved={isSaved} />}
    >
      <TextField label="Heading of the terms" required maxLength={120} {...field('title')} />
      <TextArea
        label="Terms"
        hint="Each acceptance is signed with the hash of this text"
        required
        rows={10}
        maxLength={20_000}
        {...field('text')}
      />
      <TextField label="Access period (days)" type="number" min={1} max={365} {...field('days', 'validDays')} />
      <TextField
        label="Auto-approved email domains"
        hint="Exact domains, separated by commas. Free email providers are rejected."
        value={input.domains}
        onValue={(domains) => set({ domains })}
        fault={domainFault(fields, input.domains)}
      />
    </ActionForm>
  )
}

export const SettingsPage = () => {
  const page = useOrganizationQuery((organization) => ({
    queryKey: ['trust', organization, 'settings'],
    queryFn: ({ signal }) => trust.getTrustPageSettings({}, { signal }),
  }))
  const terms = useOrganizationQuery((organization) => ({
    queryKey: ['trust', organization, 'terms'],
    queryFn: ({ signal }) => trust.getTrustTerms({}, { signal }),
  }))
  return (
    <div class="stack">
      <PageHead title="Settings" about="The appearance of your trust pages and the access to documents on request." />
      <TrustTabs current="/trust-pages/settings" />
      <Section title="Appearance">
        <Loaded of={page}>{(settings) => <PageForm settings={settings} />}</Loaded>
      </Section>
      <Section title="Access on request">
        <Loaded of={terms}>{(storedTerms) => <TermsForm terms={storedTerms} />}</Loaded>
      </Section>
    </div>
  )
}
