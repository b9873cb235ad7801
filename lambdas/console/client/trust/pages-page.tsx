import { type Column, Empty, LinkButton, PageHead, Section, Select, Table, TextField, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { trust } from '../api/trust.ts'
import type { TrustSlug } from '../clients/trust.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { useIntakeOptions } from './intake-options.ts'
import { slugsQuery } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'

const columns: readonly Column<TrustSlug>[] = [
  { title: 'Page', cell: ({ slug }) => <a href={`/trust-pages/pages/${slug}`}>{slug}</a> },
  { title: 'Shows receipt', cell: ({ current_hash: hash }) => <code>{hash.slice(0, 12)}</code> },
  { title: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} now={serviceNow()} /> },
]

const NewPage = ({ options }: { readonly options: ReturnType<typeof useIntakeOptions> }) => {
  const { route } = useLocation()
  const [slug, setSlug] = useState('')
  const [chosen, setChosen] = useState('')
  const hash = chosen === '' ? (options[0]?.value ?? '') : chosen
  const make = useAction(
    () => trust.putTrustSlug({ slug: slug.trim(), hash }),
    (made) => {
      void readAgain('trust')
      route(`/trust-pages/pages/${made.slug}`)
    },
  )
  return (
    <Section title="New page">
      <ActionForm
        action={make}
        isRow
        onSubmit={() => make.run()}
        text="Publish"
        unavailable={slug.trim() === '' ? 'Choose its address first' : undefined}
      >
        <TextField
          label="Address"
          hint={`${location.origin}/trust/…`}
          placeholder="acme"
          maxLength={64}
          spellcheck={false}
          value={slug}
          onValue={setSlug}
          fault={make.fields.slug}
        />
        <Select label="Shows the intake of" value={hash} options={options} onValue={setChosen} />
      </ActionForm>
    </Section>
  )
}

const FIRST_INTAKE = (
  <Empty
    action={
      <LinkButton kind="primary" href="/trust-pages/intakes/new">
        Begin an intake
      </LinkButton>
    }
    command={`curl -s ${location.origin}/api/trust/slugs -H "authorization: Bearer $SIGNET_API_KEY"`}
  >
    A trust page shows buyers a signed intake of your security. Begin with the intake; nothing is public before you
    publish it.
  </Empty>
)

/** The trust pages of the organisation. */
export const PagesPage = () => {
  const { organisation } = useSession()
  const slugs = useQuery(slugsQuery(organisation.id))
  const options = useIntakeOptions()
  return (
    <div class="stack">
      <PageHead
        title="Trust"
        about="What buyers ask of your security, as a page that anybody can check without us."
        actions={
          <LinkButton href="/trust-pages/intakes/new" icon="plus">
            New intake
          </LinkButton>
        }
      />
      <TrustTabs current="/trust-pages" />
      <Loaded of={slugs}>
        {(all) => (
          <>
            {all.length > 0 && <Table label="Pages" rows={all} keyOf={({ slug }) => slug} columns={columns} />}
            {all.length === 0 && options.length === 0 && FIRST_INTAKE}
            {options.length > 0 && <NewPage options={options} />}
          </>
        )}
      </Loaded>
    </div>
  )
}
