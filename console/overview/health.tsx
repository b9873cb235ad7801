import { Badge, Section } from '@signet/ui'
import { accounts } from '../api/accounts.ts'
import { archive } from '../api/archive.ts'
import { flags } from '../api/flags.ts'
import { images } from '../api/images.ts'
import { useQuery } from '../session/queries.ts'

const POLL_MS = 60_000

const SERVICES: readonly { readonly name: string; readonly isHealthy: (signal: AbortSignal) => Promise<boolean> }[] = [
  {
    name: 'All services',
    isHealthy: async (signal) => (await accounts.getPlatformHealth({}, { signal })).status === 'healthy',
  },
  { name: 'Images', isHealthy: async (signal) => (await images.getHealth({}, { signal })).status === 'ok' },
  { name: 'Archive', isHealthy: async (signal) => (await archive.getArchiveHealth({}, { signal })).status === 'ok' },
  { name: 'Flags', isHealthy: async (signal) => (await flags.getFlagsHealth({}, { signal })).status === 'ok' },
]

const ServiceState = ({ name, isHealthy }: (typeof SERVICES)[number]) => {
  const { data, isPending } = useQuery({
    queryKey: ['health', name],
    queryFn: ({ signal }) => isHealthy(signal),
    refetchInterval: POLL_MS,
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
