import { PageHead, Section, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { trust } from '../api/trust.ts'
import type { TrustPageSettings, TrustTerms } from '../clients/trust.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { TrustTabs } from './trust-tabs.tsx'

const again = () => void readAgain('trust')

/** Fields that are left empty are chosen no more. */
const given = <Name extends string>(name: Name, text: string): { readonly [Key in Name]?: string } =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { readonly [Key in Name]?: string }

/** What is typed, with an empty text for what was not chosen. */
const typedIn = ({ displayName = '', website = '', securityContact = '', accent }: TrustPageSettings) => ({
  ...{ displayName, website, securityContact },
  ...{ light: accent?.light ?? '', dark: accent?.dark ?? '' },
})
type Typed = ReturnType<typeof typedIn>

const settingsOf = ({ displayName, website, securityContact, light, dark }: Typed) => ({
  ...given('displayName', displayName),
  ...given('website', website),
  ...given('securityContact', securityContact),
  ...(light.trim() + dark.trim() === '' ? {} : { accent: { light: light.trim(), dark: dark.trim() } }),
})

const FIELDS = [
  { name: 'displayName', label: 'Name above the pages', hint: 'Without it, the name in the receipt', maxLength: 120 },
  { name: 'website', label: 'Website', placeholder: 'https://acme.example', maxLength: 500 },
  {
    name: 'securityContact',
    label: 'Security contact',
    placeholder: 'mailto:security@acme.example',
    hint: 'Where to report a weakness: mailto:, https:// or tel:',
    maxLength: 500,
  },
] as const

const COLOURS = [
  { name: 'light', label: 'Colour on a light ground', placeholder: '#2457d6' },
  { name: 'dark', label: 'Colour on a dark ground', placeholder: '#8fb2ff' },
] as const

const PageForm = ({ of: kept }: { readonly of: TrustPageSettings }) => {
  const [typed, setTyped] = useState(() => typedIn(kept))
  const save = useAction(() => trust.putTrustPageSettings(settingsOf(typed)), again)
  const set = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  return (
    <ActionForm action={save} onSubmit={() => save.run()} text="Save">
      {FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          value={typed[name]}
          onValue={(value) => set({ [name]: value })}
          fault={save.fields[name]}
        />
      ))}
      <div class="row bottom">
        {COLOURS.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            isMono
            maxLength={7}
            value={typed[name]}
            onValue={(value) => set({ [name]: value })}
            fault={save.fields[`accent.${name}`]}
          />
        ))}
      </div>
    </ActionForm>
  )
}

const domainsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((domain) => domain.trim())
    .filter(Boolean)

const TermsForm = ({ of: kept }: { readonly of: TrustTerms }) => {
  const [title, setTitle] = useState(kept.title)
  const [text, setText] = useState(kept.text)
  const [days, setDays] = useState(String(kept.validDays))
  const [domains, setDomains] = useState(kept.allowedDomains.join(', '))
  const save = useAction(
    () => trust.putTrustTerms({ title, text, validDays: Number(days), allowedDomains: domainsIn(domains) }),
    again,
  )
  const domainFault = Object.entries(save.fields).find(([field]) => field.startsWith('allowedDomains'))?.[1]
  return (
    <ActionForm action={save} onSubmit={() => save.run()} text="Save the terms">
      <TextField label="Heading" required maxLength={120} value={title} onValue={setTitle} fault={save.fields.title} />
      <TextArea
        label="What visitors accept"
        hint="Each acceptance is signed with the hash of this text"
        required
        rows={10}
        maxLength={20_000}
        value={text}
        onValue={setText}
        fault={save.fields.text}
      />
      <TextField
        label="Days for which a grant lasts"
        type="number"
        min={1}
        max={365}
        value={days}
        onValue={setDays}
        fault={save.fields.validDays}
      />
      <TextField
        label="Mail domains that are granted without you"
        hint="Exactly as written, with commas between them; free mail is refused"
        value={domains}
        onValue={setDomains}
        fault={domainFault}
      />
    </ActionForm>
  )
}

/** What all pages of the organisation have in common, and what visitors accept who ask for documents. */
export const SettingsPage = () => {
  const { organisation } = useSession()
  const page = useQuery({
    queryKey: ['trust', organisation.id, 'settings'],
    queryFn: ({ signal }) => trust.getTrustPageSettings({}, { signal }),
  })
  const terms = useQuery({
    queryKey: ['trust', organisation.id, 'terms'],
    queryFn: ({ signal }) => trust.getTrustTerms({}, { signal }),
  })
  return (
    <div class="stack">
      <PageHead title="Settings" about="How your trust pages look, and how documents on request are granted." />
      <TrustTabs current="/trust-pages/settings" />
      <Section title="Pages">
        <Loaded of={page}>{(kept) => <PageForm of={kept} />}</Loaded>
      </Section>
      <Section title="Documents on request">
        <Loaded of={terms}>{(kept) => <TermsForm of={kept} />}</Loaded>
      </Section>
    </div>
  )
}
