import { type Column, Empty, Facts, LinkButton, PageHead, Section, Select, Table, Time } from '@signet/ui'
import { Bars } from '@signet/ui/bars'
import { consultations, type RoleMemory } from '../api/consultations.ts'
import { addressWith, useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { ConsultationTabs } from './consultation-tabs.tsx'
import { elementBars, entropyFacts } from './memory-words.ts'
import { ROLE_OPTIONS, type Role, roleOf, roleTitle } from './role-words.ts'
import { Zones } from './zones.tsx'

type RoleMemoryEntry = NonNullable<RoleMemory['recentMemories']>[number]

const columns: readonly Column<RoleMemoryEntry>[] = [
  { title: 'Plan', cell: ({ hash, intention }) => <a href={`/consultations/${hash}`}>{intention}</a> },
  { title: 'Cards', isNumber: true, cell: ({ cards }) => cards.length },
  { title: 'Date', cell: ({ at }) => <Time at={at} now={serviceNow()} /> },
  {
    title: 'Receipt',
    cell: ({ hash }) => (
      <a href={`/receipts/${hash}`} aria-label={`Receipt ${hash.slice(0, 12)}`}>
        {hash.slice(0, 12)}
      </a>
    ),
  },
]

const NoMemory = ({ role }: { readonly role: Role }) => (
  <Empty
    action={
      <LinkButton kind="primary" href={addressWith('/consultations', { role })}>
        Ask this role
      </LinkButton>
    }
    command={`curl -s ${location.origin}/api/agents/${role}/memory -H "authorization: Bearer $SIGNET_API_KEY"`}
  >
    {roleTitle(role)} has no memory yet. After the first consultation, the role remembers which cards (expert checks) it
    used. Facts that two consultations confirm are also remembered.
  </Empty>
)

const useCardTitles = (role: Role) => {
  const { data } = useOrganizationQuery((organization) => ({
    queryKey: ['readings', organization, 'decks', role, 'titles'],
    queryFn: async ({ signal }) => {
      const { runtime } = await import('../api/runtime.ts')
      return runtime.getDeck({ slug: role }, { signal })
    },
  }))
  const titles = new Map(data?.cards.map(({ id, title }) => [id, title]))
  return (id: string): string => titles.get(id) ?? id
}

const Diversity = ({ memory }: { readonly memory: RoleMemory }) => (
  <Section title="Diversity of drawn cards" isCard>
    <div class="columns">
      <Bars label="Drawn cards by subject" bars={elementBars(memory)} />
      <Facts facts={entropyFacts(memory)} />
    </div>
  </Section>
)

const MemoryView = ({ memory, role }: { readonly memory: RoleMemory; readonly role: Role }) => {
  const titleOf = useCardTitles(role)
  const { tick = 0, updatedAt, recentMemories = [], exists } = memory
  return (
    <>
      {exists ? (
        <p class="second">
          The role remembers {formatCount(tick, 'consultation')}
          {updatedAt && (
            <>
              , most recently <Time at={updatedAt} now={serviceNow()} />
            </>
          )}
          . Cards (expert checks) that were not drawn recently are drawn first.
        </p>
      ) : (
        <NoMemory role={role} />
      )}
      {recentMemories.length > 0 && (
        <Table label="Recent consultations" rows={recentMemories} keyOf={({ hash }) => hash} columns={columns} />
      )}
      <Diversity memory={memory} />
      <Zones zones={memory.zones} titleOf={titleOf} />
    </>
  )
}

export const MemoryPage = () => {
  const [roleParameter, setRole] = useParameter('role')
  const role = roleOf(roleParameter)
  const memory = useOrganizationQuery((organization) => ({
    queryKey: ['consultations', organization, 'memory', role],
    queryFn: ({ signal }) => consultations.getRoleMemory({ role }, { signal }),
  }))
  return (
    <div class="stack">
      <PageHead
        title="Role memory"
        about="A role remembers the facts and findings that recur across your consultations."
      />
      <ConsultationTabs current="/consultations/memory" />
      <Select label="Role" value={role} options={ROLE_OPTIONS} onValue={setRole} />
      <Loaded of={memory}>{(data) => <MemoryView memory={data} role={role} />}</Loaded>
    </div>
  )
}
