import type { ApiKey } from './api-model.ts'
import type { SeeCall } from './aws/call-log.ts'
import type { ApiDocuments } from './docs-page.ts'
import type { Identities, SeedContext } from './identities.ts'
import type { StartEnvironment } from './lambda-environment.ts'
import type { StackLog } from './stack-log.ts'

export interface StackOptions {
  readonly root?: string | undefined
  /** State folder; default `<root>/.local`. */
  readonly state?: string | undefined
  /** First port; 0 takes free ones throughout. Default 4000. */
  readonly port?: number | undefined
  readonly fresh?: boolean | undefined
  /** Callers' addresses are taken from X-Forwarded-For. */
  readonly trustProxy?: boolean | undefined
  readonly firewall?: boolean | undefined
  readonly watch?: boolean | undefined
  /** Puts the demo identities there; answers who they are. Run at each start, so it must be idempotent. */
  readonly seed?: ((context: SeedContext) => Promise<Identities>) | undefined
  /** Documents of each API, for its /docs; loaded when the first page is asked for. */
  readonly documents?: (() => Promise<Readonly<Partial<Record<ApiKey, ApiDocuments>>>>) | undefined
  readonly files?: Readonly<Record<string, string>> | undefined
  readonly log?: ((entry: StackLog) => void) | undefined
  /** Whether bundles that no event has needed yet are built in the background; default true. */
  readonly prebuild?: boolean | undefined
  /** How execution environments start, instead of as threads that load bundles; no bundle is made then. */
  readonly environments?: StartEnvironment | undefined
  /** Whether schedules fire; default true. */
  readonly schedules?: boolean | undefined
  /** Told of every SDK call of the functions, and of others who use the embedded endpoint. */
  readonly see?: SeeCall | undefined
}
