import { LinkTabs } from '@signet/ui'
import { addressWith } from '../session/address.ts'
import { DEFAULT_ENVIRONMENT } from './queries.ts'

const VIEWS = [
  ['/flags', 'Flags'],
  ['/flags/segments', 'Segments'],
  ['/flags/audit', 'Audit log'],
] as const

export const flagAddress = (path: string, environment: string): string =>
  addressWith(path, { environment: environment === DEFAULT_ENVIRONMENT ? undefined : environment })

export const FlagTabs = ({
  current,
  environment,
}: {
  readonly current: (typeof VIEWS)[number][0]
  readonly environment: string
}) => (
  <LinkTabs
    label="Flags"
    links={VIEWS.map(([path, text]) => ({ href: flagAddress(path, environment), text }))}
    current={flagAddress(current, environment)}
  />
)
