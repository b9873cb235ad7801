import type { ApiName } from './api-model.ts'
import type { CallListener } from './aws/call-log.ts'
import type { ApiDocuments } from './docs-page.ts'
import type { Identities, SeedContext } from './identities.ts'
import type { StartEnvironment } from './lambda-environment.ts'
import type { StackLog } from './stack-log.ts'

export interface StackOptions {
  readonly root?: string | undefined
  /** State folder; default `<root>/.local`. */
  readonly state?: string | undefined
  /** First port; 0 uses free ports throughout. Default 4000. */
  readonly port?: number | undefined
  /** Deletes the state before the start, except caches. */
  readonly fresh?: boolean | undefined
  /** Reads callers' addresses from X-Forwarded-For. */
  readonly trustProxy?: boolean | undefined
  /** Enforces the web ACL of the templates. */
  readonly firewall?: boolean | undefined
  /** Reloads functions whose sources change. */
  readonly watch?: boolean | undefined
  /** Creates and returns the demo identities. Runs at each start, so it must be idempotent. */
  readonly seed?: ((context: SeedContext) => Promise<Identities>) | undefined
  /** Loads the documents of each API for its /docs, at the first request. */
  readonly documents?: (() => Promise<Readonly<Partial<Record<ApiName, ApiDocuments>>>>) | undefined
  /** Folders of files that the front serves, by name; default `<root>/dist/<name>`. */
  readonly files?: Readonly<Record<string, string>> | undefined
  readonly log?: ((entry: StackLog) => void) | undefined
  /** Builds bundles in the background before an event needs them; default true. */
  readonly prebuild?: boolean | undefined
  /** Starts execution environments in another way than as threads that load bundles. No bundles are built. */
  readonly environments?: StartEnvironment | undefined
  /** False disables schedules; default true. */
  readonly schedules?: boolean | undefined
  /** Called with every SDK call of the functions and of other users of the embedded endpoint. */
  readonly onCall?: CallListener | undefined
}
