import { Button, type Column, CopyButton, Empty, Failure, Section, Table, Time } from '@signet/ui'
import { type TrustSubscriber, trust } from '../api/trust.ts'
import { useAction } from '../session/action.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { readAgain, usePages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { subscriberPages } from './trust-query.ts'

const RemoveSubscriber = ({ slug, of }: { readonly slug: string; readonly of: TrustSubscriber }) => {
  const remove = useAction(
    () => trust.removeTrustSubscriber({ slug, id: of.id }),
    () => void readAgain('trust'),
  )
  return (
    <>
      <Button isBusy={remove.isBusy} onClick={() => remove.run()}>
        Remove<span class="hidden-text"> {of.email}</span>
      </Button>
      {remove.fault && <Failure fault={remove.fault} />}
    </>
  )
}

export const Subscribers = ({ slug }: { readonly slug: string }) => {
  const { organisation } = useSession()
  const pages = usePages(subscriberPages(organisation.id, slug))
  const columns: readonly Column<TrustSubscriber>[] = [
    { title: 'Address', cell: ({ email }) => email },
    { title: 'Since', cell: ({ since }) => <Time at={since} now={serviceNow()} /> },
    { title: 'Actions', isTitleHidden: true, cell: (each) => <RemoveSubscriber slug={slug} of={each} /> },
  ]
  return (
    <Section title="Subscribers">
      <Loaded of={pages}>
        {({ pages: read }) => {
          const all = read.flatMap(({ subscribers }) => subscribers)
          return all.length === 0 ? (
            <Empty action={<CopyButton text={`${location.origin}/trust/${slug}/subscribe`}>Copy the link</CopyButton>}>
              Nobody has subscribed to this page yet. Send buyers the link to its form: they are told by mail when the
              page changes.
            </Empty>
          ) : (
            <>
              <Table label="Subscribers" rows={all} keyOf={({ id }) => id} columns={columns} />
              <MorePages of={pages} />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
