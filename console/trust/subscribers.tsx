import { type Column, CopyButton, Empty, Failure, Section, Table, Time } from '@signet/ui'
import { type TrustSubscriber, trust } from '../api/trust.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { LoadedPages } from '../session/loaded.tsx'
import { invalidate, useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { subscriberPages } from './trust-query.ts'

const RemoveSubscriber = ({ slug, subscriber }: { readonly slug: string; readonly subscriber: TrustSubscriber }) => {
  const remove = useAction(
    () => trust.removeTrustSubscriber({ slug, id: subscriber.id }),
    () => void invalidate('trust'),
  )
  return (
    <>
      <ActionButton of={remove}>
        Remove<span class="hidden-text"> {subscriber.email}</span>
      </ActionButton>
      {remove.fault && <Failure fault={remove.fault} />}
    </>
  )
}

export const Subscribers = ({ slug }: { readonly slug: string }) => {
  const pages = useOrganizationPages(subscriberPages, slug)
  const columns: readonly Column<TrustSubscriber>[] = [
    { title: 'Email address', cell: ({ email }) => email },
    { title: 'Since', cell: ({ since }) => <Time at={since} now={serviceNow()} /> },
    { title: 'Actions', isTitleHidden: true, cell: (each) => <RemoveSubscriber slug={slug} subscriber={each} /> },
  ]
  return (
    <Section title="Subscribers">
      <LoadedPages
        of={pages}
        itemsOf={({ subscribers }) => subscribers}
        empty={
          <Empty action={<CopyButton text={`${location.origin}/trust/${slug}/subscribe`}>Copy link</CopyButton>}>
            Subscribers appear here. They get an email when the page changes. Share the subscription link with buyers.
          </Empty>
        }
      >
        {(all) => <Table label="Subscribers" rows={all} keyOf={({ id }) => id} columns={columns} />}
      </LoadedPages>
    </Section>
  )
}
