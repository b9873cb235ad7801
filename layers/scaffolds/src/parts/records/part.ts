import { type Code, code, joinCode } from '../../code.ts'
import {
  type Context,
  onAws,
  onCloudflare,
  type Part,
  type RenderedFiles,
  type Requirement,
  type ThreatDraft,
} from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { knowsTenants } from '../verification/caller-parts.ts'

const CONDITIONAL_WRITES: Requirement = {
  key: 'records-conditional',
  text: code`A record only changes from the version that was read, within its partition`,
  priority: 'P1',
}

const otherTenantRecord: ThreatDraft = {
  key: 'records-foreign',
  source: code`A caller`,
  prerequisites: code`The ID of the record`,
  action: code`reads, lists or removes another tenant's record`,
  impact: code`Data of another tenant is disclosed`,
  likelihood: 4,
  impactScore: 5,
  mitigation: code`The partition comes from the verified caller, never from the request; another tenant's record returns 404`,
  cardIds: ['stride-foreign-id'],
}

const lostUpdate: ThreatDraft = {
  key: 'records-lost-update',
  source: code`Two concurrent requests`,
  prerequisites: code`Both have read the same version`,
  action: code`overwrite each other's changes`,
  impact: code`A change is lost silently`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Every write names the version that it changes, and the table refuses any other version. A refused write is reported or retried`,
  cardIds: ['stride-two-writers', 'arch-two-writers'],
}

interface TableOptions {
  /** Whether records belong to tenants, each in its own partition. */
  readonly hasTenants: boolean
  /** True if the service writes; otherwise the reason why the table cannot be tampered with. */
  readonly writes: true | Code
}

const tablePart = ({ hasTenants, writes }: TableOptions): Part => ({
  render: () => [templates('shared/records')],
  requirements: [CONDITIONAL_WRITES],
  boundaries: [
    {
      key: 'records',
      name: code`Function to table`,
      cells: {
        S: code`The platform authenticates the function; there is no password to steal`,
        T: writes === true ? [lostUpdate] : writes,
        R: code`Log lines and record versions trace each write`,
        I: hasTenants
          ? [otherTenantRecord]
          : code`Callers cannot name a partition: the service uses the same partitions for all of them`,
        D: [
          {
            key: 'records-unbounded',
            source: hasTenants ? code`A caller` : code`The code of this service`,
            prerequisites: code`Many records`,
            action: code`lists all records at once`,
            impact: code`Unbounded reads slow other requests and cost money`,
            likelihood: 3,
            impactScore: 3,
            mitigation: code`Pages are bounded and begin after the last ID`,
            cardIds: hasTenants ? ['stride-unbounded-work'] : [],
          },
        ],
        E: [],
      },
    },
  ],
  assets: [code`Records`],
})

/** Records of callers. Each tenant has its own partition; callers without tenants share one. */
export const recordsPart = (context: Context): Part => tablePart({ hasTenants: knowsTenants(context), writes: true })

/** The reason why a service that only reads cannot tamper with its table. Its tests fill the store directly. */
const readOnlyReason = (context: Context): Code =>
  joinCode(
    [
      code`No route of this service writes`,
      onAws(context) ? code`On AWS, its function has no write permission either` : undefined,
      onCloudflare(context)
        ? code`On Cloudflare, its binding could write, and the Worker deletes expired rows each hour`
        : undefined,
    ],
    '. ',
  )

/** Records of callers that another system writes and this service only reads. */
export const readRecordsPart = (context: Context): Part =>
  tablePart({ hasTenants: true, writes: readOnlyReason(context) })

/** Records of a service without callers, or whose callers own no records. */
export const ownRecordsPart: Part = tablePart({ hasTenants: false, writes: true })

/** Seconds of a lease: longer than a run of the function, and at least five minutes. */
const leaseSeconds = (timeoutSeconds: number): number => Math.max(300, timeoutSeconds + 60)

/**
 * Makes an effect happen once per ID.
 * @param timeoutSeconds longest run of the function. The lease is longer.
 */
export const oncePart = (timeoutSeconds: number): Part => ({
  render: () => [
    templates('shared/once', {
      values: { timeoutSeconds, timeoutMs: timeoutSeconds * 1_000, leaseMs: leaseSeconds(timeoutSeconds) * 1_000 },
    }),
  ],
  requirements: [
    {
      key: 'once',
      text: code`A repeated message has one effect, and a message whose worker crashed is retried`,
      priority: 'P1',
    },
  ],
})

/** Renders `test/support/rival-write.ts`: a store in which another writer comes first. */
export const rivalWriteSupport = (): RenderedFiles => templates('shared/rival-write')
