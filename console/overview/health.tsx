import { Badge, Section } from '@signet/ui'
import { accounts } from '../api/accounts.ts'
import { archive } from '../api/archive.ts'
import { flags } from '../api/flags.ts'
import { images } from '../api/images.ts'
import { useQuery } from '../session/queries.ts'

const EVERY_MS = 60_000

const SERVICES: readonly { readonly name: string; readonly ask: (signal: AbortSignal) => Promise<boolean> }[] = [
  { name: 'Platform', ask: async (signal) => (await accounts.getPlatformHealth({}, { signal })).status === 'healthy' },
  { name: 'Images', ask: async (signal) => (await images.getHealth({}, { signal })).status === 'ok' },
  { name: 'Archive', ask: async (signal) => (await archive.getArchiveHealth({}, { signal })).status === 'ok' },
  { name: 'Flags', ask: async (signal) => (await flags.getFlagsHealth({}, { signal })).status === 'ok' },
]

const ServiceState = ({ name, ask }: (typeof SERVICES)[number]) => {
  const { data, isPending } = useQuery({
    queryKey: ['health', name],
    queryFn: ({ signal }) => ask(signal),
    refetchInterval: EVERY_MS,
  })
  if (isPending) return <Badge>{name}: checking</Badge>
  return data ? (
    <Badge tone="ok" icon="check">
      {name}: available
    </Badge>
  ) : (
    <Badge tone="danger" icon="alert">
      {name}: unavailable
    </Badge>
  )
}

export const Health = () => (
  <Section title="Services">
    <div class="row">
      {SERVICES.map((service) => (
        <ServiceState key={service.name} {...service} />
      ))}
    </div>
  </Section>
)
