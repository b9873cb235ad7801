import { Button, type Column, ConfirmDialog, PageHead, Section, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { type ListTrustSlugHistoryOutput, type TrustSlug, trust } from '../api/trust.ts'
import { useAction } from '../session/action.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { invalidateLater, useOrganizationPages, useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { Artifacts } from './artifacts.tsx'
import { Preview } from './preview.tsx'
import { PublishedIntake } from './published-intake.tsx'
import { Subscribers } from './subscribers.tsx'
import { bundleQuery, historyPages, slugsQuery } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { unsentWords, useBatch } from './use-batch.ts'

type HistoryEntry = ListTrustSlugHistoryOutput['history'][number]

const History = ({ slug }: { readonly slug: string }) => {
  const pages = useOrganizationPages(historyPages, slug)
  const columns: readonly Column<HistoryEntry>[] = [
    { title: 'Published', cell: ({ from }) => <Time at={from} now={serviceNow()} /> },
    {
      title: 'Intake',
      cell: ({ hash }) => (hash === null ? 'None' : <a href={`/trust/${slug}/at/${hash}`}>{hash.slice(0, 12)}</a>),
    },
  ]
  return (
    <Section title="History">
      <Loaded of={pages}>
        {({ pages: loadedPages }) => (
          <>
            <Table
              label="History"
              rows={loadedPages.flatMap(({ history }) => history)}
              keyOf={({ from }) => from}
              columns={columns}
            />
            <MorePages of={pages} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const DeletePage = ({ slug }: { readonly slug: string }) => {
  const { route } = useLocation()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useAction(
    () => trust.deleteTrustSlug({ slug }),
    () => {
      void invalidateLater('trust')
      route('/trust-pages')
    },
  )
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Delete page…</Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Delete trust page ${slug}?`}
          action="Delete page"
          requiredText={slug}
          isBusy={remove.isBusy}
          fault={remove.fault?.message}
          onConfirm={() => remove.run()}
          onClose={() => setConfirming(false)}
        >
          <p>
            The page goes offline immediately, and its subscriber list is deleted. Any organization can then claim the
            address.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const Builder = ({ page }: { readonly page: TrustSlug }) => {
  const bundle = useOrganizationQuery(bundleQuery, page.current_hash)
  // Created here, because the components below are unmounted while another receipt's documents load.
  const batch = useBatch(page.current_hash, bundle.data ?? [])
  return (
    <div class="stack">
      <PageHead
        title={page.slug}
        about={`${location.origin}/trust/${page.slug}`}
        actions={<DeletePage slug={page.slug} />}
      />
      <TrustTabs current="/trust-pages" />
      <PublishedIntake key={page.current_hash} page={page} whyBlocked={unsentWords(batch)} />
      <Loaded of={bundle}>
        {(all) => (
          <>
            <Artifacts hash={page.current_hash} artifacts={all} batch={batch} />
            <Preview
              slug={page.slug}
              version={[page.updated_at, ...all.map(({ updated_at, access }) => `${updated_at}${access}`)].join()}
            />
          </>
        )}
      </Loaded>
      <Subscribers slug={page.slug} />
      <History slug={page.slug} />
    </div>
  )
}

export const BuilderPage = () => {
  const slug = useRoute().params.slug ?? ''
  const slugs = useOrganizationQuery(slugsQuery)
  return (
    <Loaded of={slugs}>
      {(all) => {
        const page = all.find((each) => each.slug === slug)
        return page ? (
          <Builder key={slug} page={page} />
        ) : (
          <NotFound what="trust page" back={{ href: '/trust-pages', text: 'Back to trust pages' }} />
        )
      }}
    </Loaded>
  )
}
